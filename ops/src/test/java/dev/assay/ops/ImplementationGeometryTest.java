package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.IndexType;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Implementations as data, of every form that a backend must evaluate. Their texts are signatures: nothing here is
 * compiled, only grids, memory, limits and conditions are computed.
 */
class ImplementationGeometryTest {
  private static final Map<String, Long> FACTS = Map.of(
      "device.simdWidth", 32L,
      "device.maxThreadgroupMemoryBytes", 32_768L,
      "pipeline.maxThreadsPerThreadgroup", 1024L);

  /** One thread for each element; a partial last threadgroup. */
  private static final Implementation ADD = Implementation
      .msl("assay:add", "elements", DType.F32, "kernel void add_f32(…)", "add_f32",
          Geometry.threads("params.length",
              "min(pipeline.maxThreadsPerThreadgroup, max(params.length, 1))"))
      .withIndexType(IndexType.UINT32);

  /** One threadgroup for each row, as wide as a power of two allows; one partial sum for each simdgroup. */
  private static final Implementation REDUCE = Implementation
      .msl("assay:reduce_sum", "group-per-row", DType.F32, "kernel void sum_f32(…)", "sum_f32",
          Geometry.threadgroups("params.outer * params.inner",
              "pow2Floor(min(params.axis, pipeline.maxThreadsPerThreadgroup))"))
      .withThreadgroupMemory(
          "4 * ceilDiv(pow2Floor(min(params.axis, pipeline.maxThreadsPerThreadgroup)),"
              + " device.simdWidth)")
      .withIndexType(IndexType.INT32)
      .when("params.axis >= device.simdWidth");

  /** All candidates of a row in threadgroup memory: only as many as fit. */
  private static final Implementation TOP_K = Implementation
      .msl("assay:top_k", "sorted-in-threadgroup", DType.F16, "kernel void top_k_f16(…)",
          "top_k_f16", Geometry.threadgroups("params.outer * params.inner", "256"))
      .withThreadgroupMemory("2 * params.axis", "4 * params.axis")
      .withLimit("6 * params.axis <= device.maxThreadgroupMemoryBytes",
          "axis fits threadgroup memory");

  /** A grid of three axes, and 64-bit indices for operands beyond four billion elements. */
  private static final Implementation NARROW = Implementation
      .msl("assay:narrow", "grid", DType.I64, "kernel void narrow_i64(…)", "narrow_i64",
          new Geometry(Geometry.Form.THREADS,
              Geometry.Axes.of("params.inner", "params.length", "params.outer"),
              Geometry.Axes.of("device.simdWidth", "8", "1")))
      .withIndexType(IndexType.INT64)
      .withLimit("params.start + params.length <= params.axis", "the range lies on the axis");

  static List<Implementation> implementations() {
    return List.of(ADD, REDUCE, TOP_K, NARROW);
  }

  private static KernelDeclaration kernel(Implementation implementation) {
    return new OpsPlugin().kernels()
        .stream()
        .filter(kernel -> kernel.name().equals(implementation.kernel()))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<KernelCase> cases(Implementation implementation) {
    KernelDeclaration kernel = kernel(implementation);
    return LongStream.range(0, 40)
        .mapToObj(seed -> kernel.cases()
            .generate(new CaseRandom(seed), implementation.dtype()));
  }

  private static long evaluate(Expr expression, KernelCase input) {
    return expression.evaluate(new Expr.Scope() {
      @Override
      public StructValue constant(String parameter) {
        return input.constants().get(parameter);
      }

      @Override
      public long fact(String name) {
        return FACTS.get(name);
      }
    });
  }

  private static long volume(Geometry.Axes axes, KernelCase input) {
    return evaluate(axes.x(), input) * evaluate(axes.y(), input) * evaluate(axes.z(), input);
  }

  @Test
  void catalogTakesImplementationsBesideTheirKernels() {
    KernelCatalog.Builder builder = KernelCatalog.builder();
    new OpsPlugin().kernels().forEach(kernel -> builder.kernel(kernel, "ops"));
    implementations().forEach(each -> builder.implementation(each, "test"));

    KernelCatalog catalog = builder.build();

    assertThat(implementations()).allSatisfy(
        each -> assertThat(catalog.implementations(each.kernel())).hasSize(1));
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void expressionsNameOnlyFieldsThatTheDeclarationHas(Implementation implementation) {
    KernelDeclaration kernel = kernel(implementation);
    Stream.of(
        Stream.of(implementation.condition()),
        axes(implementation.geometry().grid()),
        axes(implementation.geometry().threadgroup()),
        implementation.threadgroupMemoryBytes().stream(),
        implementation.limits().stream().map(Implementation.Limit::holds))
        .flatMap(each -> each)
        .forEach(expression -> expression.forEachField(field -> {
          Parameter parameter = kernel.parameter(field.parameter()).orElseThrow();
          assertThat(parameter).isInstanceOfSatisfying(Parameter.Constant.class,
              constant -> assertThat(constant.layout().field(field.field())).isPresent());
        }));
  }

  private static Stream<Expr> axes(Geometry.Axes axes) {
    return Stream.of(axes.x(), axes.y(), axes.z());
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void workHasAGridAndThreadgroupsAndLimitsFitTheDevice(Implementation implementation) {
    KernelDeclaration kernel = kernel(implementation);
    cases(implementation).forEach(input -> {
      long work = ReferenceRun.evaluate(kernel.work(), input.constants());
      long grid = volume(implementation.geometry().grid(), input);
      // Not the other way round: a row of which nothing is kept has threadgroups, and no work.
      assertThat(work == 0 || grid > 0).as(input.label()).isTrue();
      assertThat(volume(implementation.geometry().threadgroup(), input)).as(input.label())
          .isBetween(1L, FACTS.get("pipeline.maxThreadsPerThreadgroup"));
      assertThat(implementation.limits()).as(input.label())
          .allMatch(limit -> evaluate(limit.holds(), input) != 0);
    });
  }

  @Test
  void widthIsThePowerOfTwoAtMostTheRowAndMemoryHoldsASumForEachSimdgroup() {
    cases(REDUCE).forEach(input -> {
      long axis = input.constants().get("params").getLong("axis");
      long width = evaluate(REDUCE.geometry().threadgroup().x(), input);
      long memory = evaluate(REDUCE.threadgroupMemoryBytes().getFirst(), input);

      assertThat(Long.bitCount(width)).isOne();
      assertThat(width).isLessThanOrEqualTo(Math.max(1, axis));
      assertThat(2 * width).isGreaterThan(Math.min(axis, 1024));
      assertThat(memory).isEqualTo(4 * Math.ceilDiv(width, 32));
      assertThat(evaluate(REDUCE.condition(), input)).isEqualTo(axis >= 32 ? 1 : 0);
    });
  }

  @Test
  void limitsRefuseWhatDoesNotFit() {
    KernelCase largest = top(5461);
    KernelCase tooLong = top(5462);

    assertThat(evaluate(TOP_K.limits().getFirst().holds(), largest)).isOne();
    assertThat(evaluate(TOP_K.limits().getFirst().holds(), tooLong)).isZero();
    assertThat(TOP_K.threadgroupMemoryBytes().stream().mapToLong(each -> evaluate(each, largest)))
        .containsExactly(10_922L, 21_844L);
  }

  private static KernelCase top(long axis) {
    KernelCase any = cases(TOP_K).findFirst().orElseThrow();
    StructValue params = any.constants().get("params").with("axis", axis);
    return any.constant("params", params);
  }

  @Test
  void indexTypesTellHowManyElementsASourceCanReach() {
    KernelCase any = cases(NARROW).findFirst().orElseThrow();
    KernelCase huge = any.constant("params", any.constants()
        .get("params")
        .with("outer", 1 << 20)
        .with("axis", 1 << 12)
        .with("inner", 2)
        .with("start", 0)
        .with("length", 1));
    Parameter.Buffer x = (Parameter.Buffer) kernel(NARROW).parameter("x").orElseThrow();

    long touched = evaluate(x.elements(), huge);

    assertThat(touched).isEqualTo(1L << 33)
        .isGreaterThan(REDUCE.indexType().mostElements())
        .isGreaterThan(ADD.indexType().mostElements())
        .isLessThan(NARROW.indexType().mostElements());
  }
}
