package dev.assay.parity.trial;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Parameter;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * An integer of a constant that differs from run to run: the size that a case has, or about half of it.
 *
 * @param parameter the constant
 * @param field its field, empty for a lone scalar
 * @param most the case's value
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record Patch(String parameter, String field, long most) {
  /** The name of the field slot. */
  public static final String NAME = "patched";

  private static final int LEAST_SIZE = 2;

  /** The smallest value given: far below the greatest, so that whole threads and threadgroups have nothing to do. */
  public long least() {
    return most / 2;
  }

  /** Leaves the field open in these bindings. */
  public Bindings open(Bindings bindings) {
    return bindings.patchable(NAME, parameter, field, least(), most);
  }

  /** The field's value in this content. */
  public long value(Content content) {
    return Objects.requireNonNull(content.constants().get(parameter)).getLong(field);
  }

  /** The same content with the smaller size. */
  public Content reduce(Content content) {
    StructValue value = Objects.requireNonNull(content.constants().get(parameter));
    return content.with(parameter, value.with(field, least()));
  }

  /**
   * The first size of this case that can be half: bake allows it to be patchable, and the constants stay consistent,
   * which is to say that the reference function then stays within what the declaration says and still writes all of it.
   */
  public static Optional<Patch> find(Pipeline pipeline, Arrangement arrangement) {
    Content content = arrangement.content();
    if (content.isEmpty()) {
      // A dispatch without work is left out of schedules, and its fields with it.
      return Optional.empty();
    }
    return candidates(content).stream()
        .filter(patch -> isBakeable(patch, pipeline, arrangement) && isConsistent(patch, content))
        .findFirst();
  }

  private static Set<Patch> candidates(Content content) {
    Set<Patch> found = new LinkedHashSet<>();
    content.kernel().work().forEachField(field -> add(found, field, content));
    for (Parameter parameter : content.kernel().parameters()) {
      if (parameter instanceof Parameter.Buffer buffer) {
        buffer.elements().forEachField(field -> add(found, field, content));
      }
    }
    return found;
  }

  private static void add(Set<Patch> found, Expr.Field field, Content content) {
    StructLayout.Field declared = content.kernel()
        .parameter(field.parameter())
        .filter(Parameter.Constant.class::isInstance)
        .flatMap(parameter -> ((Parameter.Constant) parameter).layout().field(field.field()))
        .orElse(null);
    if (declared != null && declared.scalars() == 1) {
      Patch patch = new Patch(field.parameter(), field.field(),
          content.scope().constant(field.parameter()).getLong(field.field()));
      if (patch.most() >= LEAST_SIZE) {
        found.add(patch);
      }
    }
  }

  private static boolean isBakeable(Patch patch, Pipeline pipeline, Arrangement arrangement) {
    try {
      pipeline.bake(patch.open(arrangement.bindings()), "trial of a patchable field");
      return true;
    } catch (InvalidCallException refused) {
      // This size cannot be patchable; another may.
      return false;
    }
  }

  private static boolean isConsistent(Patch patch, Content content) {
    try {
      return patch.reduce(content).isDetermined();
    } catch (RuntimeException inconsistent) {
      // The reference ran out of a buffer: the size is not free.
      return false;
    }
  }
}
