package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import java.util.List;
import org.apiguardian.api.API;

/**
 * One way to run a kernel on a device: source, entry point, and as data everything that dispatching it takes. Any jar
 * may add implementations of any kernel. The reference function is not an implementation.
 *
 * @param kernel the kernel that it implements
 * @param name distinguishes implementations of one kernel, such as {@code tiled}
 * @param language {@code msl}, or a third party's own
 * @param dtype the dtype that it is written for
 * @param source the text
 * @param entryPoint the function in the text, after instantiation
 * @param indexType the integer type of its element indices
 * @param geometry grid and threadgroup
 * @param threadgroupMemoryBytes the length of each threadgroup argument, in the order of the text
 * @param limits what must hold for a dispatch to be valid
 * @param condition when lowering may choose it; 1 for always
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Implementation(
    KernelName kernel,
    String name,
    String language,
    DType dtype,
    String source,
    String entryPoint,
    IndexType indexType,
    Geometry geometry,
    List<Expr> threadgroupMemoryBytes,
    List<Limit> limits,
    Expr condition) {

  /** The language id of the Metal Shading Language. */
  public static final String MSL = "msl";

  /**
   * A condition of validity with the words for its refusal.
   *
   * @param holds non-zero when the dispatch is within the limit
   * @param meaning the limit in words, such as {@code head_dim is at most 128}
   */
  public record Limit(Expr holds, String meaning) {}

  /** Copies the lists. */
  public Implementation {
    threadgroupMemoryBytes = List.copyOf(threadgroupMemoryBytes);
    limits = List.copyOf(limits);
  }

  /** An MSL implementation with 32-bit unsigned indices, no threadgroup memory, no limits, for always. */
  public static Implementation msl(
      String kernel, String name, DType dtype, String source, String entryPoint,
      Geometry geometry) {
    return new Implementation(
        KernelName.of(kernel), name, MSL, dtype, source, entryPoint, IndexType.UINT32, geometry,
        List.of(), List.of(),
        new Expr.Literal(1));
  }

  /** The same with these lengths of threadgroup arguments. */
  public Implementation withThreadgroupMemory(String... bytes) {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry,
        List.of(bytes).stream().map(Expr::parse).toList(), limits, condition);
  }

  /** The same with this index type. */
  public Implementation withIndexType(IndexType type) {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, type, geometry,
        threadgroupMemoryBytes,
        limits, condition);
  }

  /** The same with one more limit. */
  public Implementation withLimit(String holds, String meaning) {
    List<Limit> more = new java.util.ArrayList<>(limits);
    more.add(new Limit(Expr.parse(holds), meaning));
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry,
        threadgroupMemoryBytes, more, condition);
  }

  /** The same, chosen only where this holds. */
  public Implementation when(String holds) {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry,
        threadgroupMemoryBytes, limits, Expr.parse(holds));
  }
}
