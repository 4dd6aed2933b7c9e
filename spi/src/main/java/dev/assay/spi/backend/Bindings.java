package dev.assay.spi.backend;

import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a dispatch by parameter name. Collects without checking; baking or dispatching reports everything
 * that is missing, unknown, doubled or wrongly typed in one error. Not thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Bindings {
  /** What a parameter is bound to. */
  public sealed interface Binding {
    /** The parameter's name. */
    String parameter();
  }

  /** A buffer parameter bound to a view. */
  public record ViewBinding(String parameter, BufferView view) implements Binding {}

  /** A constant parameter bound to a value. */
  public record ValueBinding(String parameter, StructValue value) implements Binding {}

  /** A buffer parameter left to be given at each dispatch. */
  public record SlotBinding(String parameter) implements Binding {}

  /**
   * An integer field of a constant that may differ from run to run.
   *
   * @param name names the field slot
   * @param parameter the constant parameter, which is bound to a value for all other fields
   * @param field its field, empty for a lone scalar
   * @param minimum the least value
   * @param maximum the greatest value
   */
  public record PatchBinding(
      String name,
      String parameter,
      String field,
      long minimum,
      long maximum)
      implements Binding {}

  /**
   * The geometry of one dispatch.
   *
   * @param geometry grid and threadgroup
   * @param threadgroupMemoryBytes the length of each threadgroup argument, in the order of the text
   */
  public record GridBinding(Geometry geometry, List<Expr> threadgroupMemoryBytes) {}

  private final List<Binding> bindings = new ArrayList<>();
  private @Nullable GridBinding grid;

  /** Binds a buffer parameter to a view. */
  public Bindings buffer(String parameter, BufferView view) {
    bindings.add(new ViewBinding(parameter, view));
    return this;
  }

  /** Binds a constant parameter to a value. */
  public Bindings constant(String parameter, StructValue value) {
    bindings.add(new ValueBinding(parameter, value));
    return this;
  }

  /** Leaves a buffer parameter to be given at each dispatch of the record. */
  public Bindings slot(String parameter) {
    bindings.add(new SlotBinding(parameter));
    return this;
  }

  /**
   * Leaves an integer field of a constant to be given at each dispatch, within these bounds. The constant is bound to a
   * value as well; that value's field is ignored. A constant that is one number has a field without a name, {@code ""}.
   */
  public Bindings patchable(String name, String parameter, String field, long minimum,
      long maximum) {
    bindings.add(new PatchBinding(name, parameter, field, minimum, maximum));
    return this;
  }

  /** Gives a kernel that was made from a text alone its geometry; every other kernel has its own. */
  public Bindings geometry(Geometry geometry, String... threadgroupMemoryBytes) {
    grid = new GridBinding(geometry,
        Stream.of(threadgroupMemoryBytes).map(Expr::parse).toList());
    return this;
  }

  /** The geometry, where one was given. */
  public Optional<GridBinding> grid() {
    return Optional.ofNullable(grid);
  }

  /** What was bound, in order. */
  public List<Binding> list() {
    return List.copyOf(bindings);
  }
}
