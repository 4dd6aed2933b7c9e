package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.DeviceProfile;
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
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** That geometry, memory, limits and conditions of real kernels can be said as data and evaluate to what is meant. */
class NetworkGeometryTest {
  private static final DeviceProfile PROFILE = DeviceProfile.APPLE7;

  static List<Implementation> implementations() {
    return NetworkImplementations.all();
  }

  private record Scope(Map<String, StructValue> constants) implements Expr.Scope {
    @Override
    public StructValue constant(String parameter) {
      return constants.get(parameter);
    }

    @Override
    public long fact(String name) {
      return name.equals("pipeline.threadsPerThreadgroup") ? 384 : PROFILE.fact(name);
    }
  }

  private static KernelDeclaration declaration(Implementation implementation) {
    return new OpsPlugin().kernels()
        .stream()
        .filter(kernel -> kernel.name().equals(implementation.kernel()))
        .findFirst()
        .orElseThrow();
  }

  /** A scope over some case with these fields of its params instead. */
  private static Scope scope(Implementation implementation, Map<String, Long> fields) {
    KernelCase some = declaration(implementation).cases().generate(new CaseRandom(1), DType.F32);
    StructValue params = some.constants().get("params");
    for (Map.Entry<String, Long> field : fields.entrySet()) {
      params = params.with(field.getKey(), field.getValue());
    }
    return new Scope(some.constant("params", params).constants());
  }

  private static List<Long> evaluate(Geometry.Axes axes, Expr.Scope scope) {
    return List.of(axes.x().evaluate(scope), axes.y().evaluate(scope), axes.z().evaluate(scope));
  }

  @Test
  void theCatalogTakesThem() {
    KernelCatalog.Builder catalog = KernelCatalog.builder();
    new OpsPlugin().kernels().forEach(kernel -> catalog.kernel(kernel, "ops"));
    implementations().forEach(implementation -> catalog.implementation(implementation, "test"));

    assertThat(catalog.build().kernels()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void everyCaseWithinTheLimitsFitsTheProfile(Implementation implementation) {
    long fitting = LongStream.range(0, 100)
        .mapToObj(seed -> new Scope(declaration(implementation).cases()
            .generate(new CaseRandom(seed), implementation.dtype())
            .constants()))
        .filter(scope -> declaration(implementation).work().evaluate(scope) != 0)
        .filter(scope -> implementation.limits()
            .stream()
            .allMatch(limit -> limit.holds().evaluate(scope) != 0))
        .peek(scope -> {
          List<Long> threadgroup = evaluate(implementation.geometry().threadgroup(), scope);
          assertThat(threadgroup).allMatch(size -> size >= 1);
          assertThat(threadgroup.stream().reduce(1L, Math::multiplyExact))
              .isLessThanOrEqualTo(PROFILE.threads().perThreadgroup());
          assertThat(evaluate(implementation.geometry().grid(), scope))
              .allMatch(size -> size >= 1);
          List<Long> memory = implementation.threadgroupMemoryBytes()
              .stream()
              .map(bytes -> bytes.evaluate(scope))
              .toList();
          assertThat(memory).allMatch(bytes -> bytes % PROFILE.threadgroupMemory().multiple() == 0);
          assertThat(memory.stream().mapToLong(Long::longValue).sum())
              .isLessThanOrEqualTo(PROFILE.threadgroupMemory().bytes());
        })
        .count();

    assertThat(fitting).isGreaterThan(20);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "31, 16", "33, 32", "255, 128", "384, 256", "100000, 256"})
  void aRowGetsThePowerOfTwoThatItFills(long width, long threads) {
    Implementation rows = NetworkImplementations.LAYER_NORM_ROWS;
    Scope scope = scope(rows, Map.of("rows", 17L, "width", width));

    assertThat(evaluate(rows.geometry().threadgroup(), scope)).containsExactly(threads, 1L, 1L);
    assertThat(evaluate(rows.geometry().grid(), scope)).containsExactly(17L, 1L, 1L);
    assertThat(rows.threadgroupMemoryBytes()).extracting(bytes -> bytes.evaluate(scope))
        .containsExactly(32L);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1, 1", "32, 32, 1, 1", "33, 65, 3, 2", "4096, 1, 1, 128"})
  void tilesCoverTheirMatrix(long m, long n, long across, long down) {
    Implementation tiled = NetworkImplementations.MATMUL_TILED;
    Scope scope = scope(tiled, Map.of("m", m, "n", n));

    List<Long> grid = evaluate(tiled.geometry().grid(), scope);

    assertThat(grid.subList(0, 2)).containsExactly(across, down);
    assertThat(tiled.condition().evaluate(scope)).isEqualTo(m > 1 ? 1 : 0);
    assertThat(tiled.geometry().form()).isEqualTo(Geometry.Form.THREADGROUPS);
  }

  @Test
  void onlyMatricesBeyond32BitsNeedTheWideIndex() {
    Implementation large = NetworkImplementations.MATMUL_LARGE;

    assertThat(large.indexType()).isEqualTo(IndexType.INT64);
    assertThat(large.condition()
        .evaluate(scope(large, Map.of("m", 1L << 16, "a_row_stride", 1L << 16)))).isEqualTo(1);
    assertThat(large.condition()
        .evaluate(scope(large, Map.of("m", 1L << 10, "a_row_stride", 1L << 16)))).isZero();
  }

  @Test
  void rotationHasAThreadForEachElement() {
    Implementation rope = NetworkImplementations.ROPE_ELEMENTS;
    Scope scope =
        scope(rope, Map.of("batch", 2L, "seq", 5L, "heads", 3L, "head_dim", 80L, "n_rot", 64L));

    assertThat(rope.geometry().form()).isEqualTo(Geometry.Form.THREADS);
    assertThat(evaluate(rope.geometry().grid(), scope)).containsExactly(80L, 3L, 10L);
    assertThat(evaluate(rope.geometry().threadgroup(), scope)).containsExactly(80L, 1L, 1L);
  }

  @Test
  void decodingIsForOneQueryAndForAsManyKeysAsTheDeviceHolds() {
    Implementation decode = NetworkImplementations.ATTENTION_DECODE;
    Scope one = scope(decode, Map.of("q_length", 1L, "kv_length", 8192L, "head_dim", 128L));
    Scope wide = scope(decode, Map.of("q_length", 2L, "kv_length", 8193L, "head_dim", 257L));

    assertThat(decode.condition().evaluate(one)).isEqualTo(1);
    assertThat(decode.condition().evaluate(wide)).isZero();
    assertThat(decode.limits()).allMatch(limit -> limit.holds().evaluate(one) == 1);
    assertThat(decode.limits()).allMatch(limit -> limit.holds().evaluate(wide) == 0);
  }
}
