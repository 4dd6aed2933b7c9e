package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.msl.reader.MslReader;
import dev.assay.spi.error.AssayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernels beside functions of Apple's frameworks, and beside kernels that only a GPU runs. */
class NeighbourKernelTest {
  private static final String FILE = "neighbours.metal";

  @ParameterizedTest
  @CsvSource({
    FILE + ", changed:samples:colours", "outside.metal, counting.positions:doubled"
  })
  void theFilesCompileAndTheirKernelsAreRead(String file, String kernels) {
    assertThat(Fixture.runtime(MslBuild.FAST).check(Fixture.source(file)).compiles()).isTrue();
    var module = MslReader.read(Fixture.source(file));
    assertThat(module.diagnostics()).isEmpty();
    assertThat(module.kernels())
        .extracting(kernel -> kernel.name().replace("::", "."))
        .containsExactly(kernels.split(":"));
  }

  @ParameterizedTest
  @EnumSource
  void aKernelBesideOneThatIsRefusedRuns(MslBuild build) {
    int[] out = {1, 2};
    Fixture.kernel(build, "outside.metal", "doubled").dispatch().bind("out", out).threads(2, 2);
    assertThat(out).containsExactly(2, 4);
  }

  @Test
  void aKernelThatNeedsValuesOutsideKernelsIsRefusedAndToldWhy() {
    assertThatThrownBy(() -> Fixture.kernel(MslBuild.FAST, "outside.metal", "counting::positions"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(MslCodes.KERNEL_UNSUPPORTED))
        .hasMessageContaining("msl::gpu::built_in_thread_position_in_grid");
  }

  @ParameterizedTest
  @EnumSource
  void coloursUnpackFromSrgbAndPackToTheSameBits(MslBuild build) {
    float[] linear = new float[8];
    int[] packed = {0x80ff0a00, 0x00204060};
    Fixture.kernel(build, FILE, "colours")
        .dispatch()
        .bind("linear", linear)
        .bind("packed", packed)
        .threads(2, 2);
    int[][] bytes = {{0x00, 0x0a, 0xff, 0x80}, {0x60, 0x40, 0x20, 0x00}};
    for (int i = 0; i < 2; i++) {
      for (int k = 0; k < 3; k++) {
        double value = bytes[i][k] / 255.0;
        double expected =
            value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
        assertThat((double) linear[i * 4 + k]).isCloseTo(expected, within(1e-6));
      }
      double rest = linear[i * 4 + 1] + 1 + 2;
      assertThat((double) linear[i * 4 + 3])
          .isCloseTo(bytes[i][3] / 255.0 + rest, within(1e-5));
      // Both forms pack to the same bits.
      assertThat(packed[i]).isZero();
    }
  }
}
