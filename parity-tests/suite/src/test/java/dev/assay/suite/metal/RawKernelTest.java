package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.Assay;
import dev.assay.runtime.AssayModule;
import dev.assay.runtime.RawKernel;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.KernelSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Kernels from a text alone, called on arrays by name. */
class RawKernelTest {
  private static final String SAXPY = """
      #include <metal_stdlib>
      using namespace metal;
      kernel void saxpy(device const float* x, device float* y, constant float& a,
                        uint i [[thread_position_in_grid]]) {
        y[i] += a * x[i];
      }
      """;

  private static Assay assay;

  @BeforeAll
  static void open() {
    assay = Assay.open(AssayModule.standard()
        .withBackend("metal")
        .withSettings(Map.of("build", "checked")));
  }

  @AfterAll
  static void close() {
    assay.close();
  }

  @Test
  void runsOnArraysByNameAgainAndAgain() {
    float[] y = {1, 2, 3};
    try (RawKernel saxpy = assay.raw("saxpy.metal", SAXPY, "saxpy")) {
      assertThat(saxpy.parameters()).extracting(parameter -> parameter.name())
          .containsExactly("x", "y", "a");
      for (int i = 0; i < 2; i++) {
        saxpy.call().array("x", new float[] {4, 5, 6}).array("y", y).scalar("a", 2f).threads(3);
      }
    }
    assertThat(y).containsExactly(17, 22, 27);
  }

  @Test
  void takesStructsThreadgroupMemoryFunctionConstantsAndAnyGrid() {
    String text = """
        #include <metal_stdlib>
        using namespace metal;
        struct Params { uint rows; packed_float3 weights; float table[2]; };
        constant bool doubled [[function_constant(7)]];
        kernel void Row_Sums(device const half* x [[buffer(3)]],
                             device atomic_uint* calls [[buffer(1)]],
                             device uint2* out [[buffer(0)]],
                             constant Params& params [[buffer(2)]],
                             threadgroup float* partial [[threadgroup(0)]],
                             uint2 group [[threadgroup_position_in_grid]],
                             uint t [[thread_index_in_threadgroup]]) {
          partial[t] = float(x[group.y * 4 + t]) * params.weights.y;
          threadgroup_barrier(mem_flags::mem_threadgroup);
          if (t != 0) return;
          atomic_fetch_add_explicit(calls, 1u, memory_order_relaxed);
          float sum = partial[0] + partial[1] + partial[2] + partial[3] + params.table[1];
          out[group.y] = uint2(uint(doubled ? 2 * sum : sum), group.y);
        }
        """;
    short[] x = new short[12];
    for (int i = 0; i < x.length; i++) {
      x[i] = Float.floatToFloat16(i);
    }
    int[] calls = {0};
    int[] out = new int[6];
    try (RawKernel sums = assay.raw(KernelSource.of("sums.metal", text), "Row_Sums",
        Map.of("doubled", StructValue.ofLong(DType.BOOL, 1)))) {
      sums.call()
          .array("x", x)
          .array("calls", calls)
          .array("out", out)
          .struct("params", fields -> fields.set("rows", 3)
              .setAll("weights", new double[] {0, 3, 0})
              .setAll("table", new double[] {0, 1}))
          .threadgroupMemory(16)
          .run(new Geometry(Geometry.Form.THREADGROUPS, Geometry.Axes.of("1", "params.rows", "1"),
              Geometry.Axes.of("4", "1", "1")));
    }
    assertThat(calls).containsExactly(3);
    assertThat(out).containsExactly(2 * (18 + 1), 0, 2 * (66 + 1), 1, 2 * (114 + 1), 2);
  }

  @Test
  void reportsAllThatDoesNotFitTogether() {
    try (RawKernel saxpy = assay.raw("saxpy.metal", SAXPY, "saxpy")) {
      assertThatThrownBy(() -> saxpy.call()
          .array("x", new int[] {1})
          .array("z", new float[] {1})
          .scalar("y", 1f)
          .array("a", new float[] {1})
          .scalar("a", 2)
          .threads(1))
          .isInstanceOfSatisfying(InvalidCallException.class,
              refused -> assertThat(refused.problems())
                  .extracting(problem -> problem.code())
                  .containsExactly(Codes.BIND_TYPE, Codes.BIND_UNKNOWN, Codes.BIND_TYPE,
                      Codes.BIND_TYPE, Codes.CONSTANT_FIELD));
      assertThatThrownBy(() -> saxpy.call().array("x", new float[] {1}).threads(1))
          .isInstanceOf(InvalidCallException.class)
          .hasMessageContaining("parameter 'y' is not bound")
          .hasMessageContaining("parameter 'a' is not bound");
    }
  }

  @Test
  void namesParameterAndLineOfAnAccessOutOfBounds() {
    try (RawKernel saxpy = assay.raw("saxpy.metal", SAXPY, "saxpy")) {
      assertThatThrownBy(() -> saxpy.call()
          .array("x", new float[] {1})
          .array("y", new float[] {1, 2})
          .scalar("a", 2f)
          .threads(2))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("parameter 'x'")
          .hasMessageContaining("saxpy.metal:5");
    }
  }

  @Test
  void aTextThatDoesNotCompileNamesItsLine() {
    assertThatThrownBy(() -> assay.raw("broken.metal", SAXPY.replace("+=", "+=="), "saxpy"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("broken.metal:5");
    assertThatThrownBy(() -> assay.raw("saxpy.metal", SAXPY, "saxpi"))
        .hasMessageContaining("did you mean saxpy?");
    assertThatThrownBy(() -> assay.raw("image.metal",
        "kernel void image(metal::texture2d<float> picture [[texture(0)]]) {}", "image"))
        .hasMessageContaining("picture");
  }

  @Test
  void aBackendThatCompilesNoTextSaysSo() {
    try (Assay reference = Assay.open("reference-cpu")) {
      assertThatThrownBy(() -> reference.raw("saxpy.metal", SAXPY, "saxpy"))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("compiles no text by itself");
    }
  }
}
