package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.error.AssayException;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that trace rays, encode commands or use tile memory compile, and their other kernels run. */
class GraphicsKernelTest {
  @ParameterizedTest
  @CsvSource({
    "trace, ray_tracing", "query, ray_tracing", "encode, indirect_command", "tile, tile_memory"
  })
  void aKernelThatNeedsAGpuIsRefusedAndToldWhy(String name, String reason) {
    assertThatThrownBy(() -> Fixture.kernel(MslBuild.FAST, "graphics.metal", name))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(MslCodes.KERNEL_UNSUPPORTED))
        .hasMessageContaining("msl::gpu::" + reason);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void raysAndInstancesLieInMemoryAsOnAGpu(MslBuild build) {
    float[] out = new float[6];
    float[] rays = new float[24];
    rays[12 + 5] = 7;
    rays[12 + 9] = 8;
    // 16 words to an instance, and one more for its name; the matrix's last element is the twelfth.
    int[] instances = IntStream.range(0, 32).toArray();
    instances[16 + 11] = Float.floatToRawIntBits(2.5f);
    int[] named = IntStream.range(0, 34).toArray();
    Fixture.kernel(build, "graphics.metal", "descriptors")
        .dispatch()
        .bind("out", out)
        .bind("rays", rays)
        .bind("instances", instances)
        .bind("named", named)
        .threads(1, 1);
    assertThat(out).containsExactly(2.5f, 31, 33, 7, 8, Float.POSITIVE_INFINITY);
  }
}
