package dev.assay.spi.kernel;

import dev.assay.spi.data.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

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
 * @param pointers how the text reads buffer parameters, where their element type does not say it all
 * @param limits what must hold for a dispatch to be valid
 * @param condition when lowering may choose it; 1 for always
 * @param mathMode what its compiler may assume
 * @param ownTolerance how close it must come, or null for the declaration's tolerance
 * @param suitsCpu whether its threads do all by themselves, so that a CPU which runs the text is best served by it
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Implementation(
    KernelName kernel,
    String name,
    String language,
    DType dtype,
    KernelSource source,
    String entryPoint,
    IndexType indexType,
    Geometry geometry,
    List<Expr> threadgroupMemoryBytes,
    List<Pointer> pointers,
    List<Limit> limits,
    Expr condition,
    MathMode mathMode,
    @Nullable Tolerance ownTolerance,
    boolean suitsCpu) {

  /** The language id of the Metal Shading Language. */
  public static final String MSL = "msl";

  /**
   * A condition of validity with the words for its refusal.
   *
   * @param holds non-zero when the dispatch is within the limit
   * @param meaning the limit in words, such as {@code head_dim is at most 128}
   */
  public record Limit(Expr holds, String meaning) {}

  /**
   * How the text reads a buffer parameter, such as {@code device const float4 *} where the elements are floats.
   *
   * @param parameter the buffer parameter
   * @param alignmentBytes what the start of its view is a multiple of
   * @param constantSpace whether it is read as {@code constant}, which devices align in their own way
   */
  public record Pointer(String parameter, int alignmentBytes, boolean constantSpace) {}

  /** Copies the lists. */
  public Implementation {
    threadgroupMemoryBytes = List.copyOf(threadgroupMemoryBytes);
    pointers = List.copyOf(pointers);
    limits = List.copyOf(limits);
  }

  /** An MSL implementation with 32-bit unsigned indices, safe math, no threadgroup memory, no limits, for always. */
  public static Implementation msl(
      String kernel, String name, DType dtype, KernelSource source, String entryPoint,
      Geometry geometry) {
    return new Implementation(
        KernelName.of(kernel), name, MSL, dtype, source, entryPoint, IndexType.UINT32, geometry,
        List.of(), List.of(), List.of(),
        new Expr.Literal(1), MathMode.SAFE, null, false);
  }

  /** The same over a text of its own, which is known by the names of kernel, implementation and dtype. */
  public static Implementation msl(
      String kernel, String name, DType dtype, String text, String entryPoint, Geometry geometry) {
    return msl(kernel, name, dtype, KernelSource.of(kernel + "/" + name + "/" + dtype, text),
        entryPoint, geometry);
  }

  /** An entry point of a text alone, in this language; each dispatch gives its own {@link #withGeometry geometry}. */
  public static Implementation raw(KernelName kernel, DType dtype, String language,
      KernelSource source, String entryPoint) {
    Expr one = new Expr.Literal(1);
    Geometry.Axes single = new Geometry.Axes(one, one, one);
    return new Implementation(kernel, entryPoint, language, dtype, source, entryPoint,
        IndexType.INT64, new Geometry(Geometry.Form.THREADS, single, single), List.of(), List.of(),
        List.of(), one, MathMode.SAFE, null, false);
  }

  /** The same with these lengths of threadgroup arguments. */
  public Implementation withThreadgroupMemory(String... bytes) {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry,
        Stream.of(bytes).map(Expr::parse).toList(), pointers, limits, condition, mathMode,
        ownTolerance, suitsCpu);
  }

  /** The same with this index type. */
  public Implementation withIndexType(IndexType type) {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, type, geometry,
        threadgroupMemoryBytes, pointers, limits, condition, mathMode, ownTolerance, suitsCpu);
  }

  /** The same with one more fact on how its text reads a buffer parameter. */
  public Implementation withPointer(String parameter, int alignmentBytes, boolean constantSpace) {
    List<Pointer> more = new ArrayList<>(pointers);
    more.add(new Pointer(parameter, alignmentBytes, constantSpace));
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry,
        threadgroupMemoryBytes, more, limits, condition, mathMode, ownTolerance, suitsCpu);
  }

  /** The same with one more limit. */
  public Implementation withLimit(String holds, String meaning) {
    List<Limit> more = new ArrayList<>(limits);
    more.add(new Limit(Expr.parse(holds), meaning));
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry,
        threadgroupMemoryBytes, pointers, more, condition, mathMode, ownTolerance, suitsCpu);
  }

  /** The same, chosen only where this holds. */
  public Implementation when(String holds) {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry,
        threadgroupMemoryBytes, pointers, limits, Expr.parse(holds), mathMode, ownTolerance,
        suitsCpu);
  }

  /** The same, chosen before others where a CPU runs the text. */
  public Implementation suitingCpu() {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry, threadgroupMemoryBytes, pointers, limits, condition, mathMode, ownTolerance,
        true);
  }

  /** The same compiled with fast math, held to this tolerance. */
  public Implementation fast(Tolerance tolerance) {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType,
        geometry,
        threadgroupMemoryBytes, pointers, limits, condition, MathMode.FAST, tolerance, suitsCpu);
  }

  /** The same with another geometry and other lengths of threadgroup arguments. */
  public Implementation withGeometry(Geometry other, List<Expr> threadgroupBytes) {
    return new Implementation(kernel, name, language, dtype, source, entryPoint, indexType, other,
        threadgroupBytes, pointers, limits, condition, mathMode, ownTolerance, suitsCpu);
  }

  /** The same over another text under the same name. */
  public Implementation withSource(KernelSource other) {
    return new Implementation(kernel, name, language, dtype, other, entryPoint, indexType, geometry,
        threadgroupMemoryBytes, pointers, limits, condition, mathMode, ownTolerance, suitsCpu);
  }
}
