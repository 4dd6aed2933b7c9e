package dev.assay.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceProfileTest {
  @Test
  void theProfileOfAppleFamily7IsThatOfTheFeatureTables() {
    DeviceProfile profile = DeviceProfile.APPLE7;

    assertThat(profile.fact("device.bindings")).isEqualTo(31);
    assertThat(profile.parameters().inlineConstantBytes()).isEqualTo(4096);
    assertThat(profile.fact("device.threadgroupMemoryBytes")).isEqualTo(32 * 1024);
    assertThat(profile.threadgroupMemory().multiple()).isEqualTo(16);
    assertThat(profile.fact("device.threadsPerThreadgroup")).isEqualTo(1024);
    assertThat(profile.fact("device.simdWidth")).isEqualTo(32);
  }

  @Test
  void theProfileOfComputeCapability90IsWhatWasTried() {
    DeviceProfile profile = DeviceProfile.SM_90;

    assertThat(profile.threads().grid())
        .isEqualTo(new DeviceProfile.Axes(2_147_483_647L, 65_535, 65_535));
    assertThat(profile.threads().threadgroup())
        .isEqualTo(new DeviceProfile.Axes(1024, 1024, 64));
    assertThat(profile.parameters().bytes()).isEqualTo(32_764);
    assertThat(profile.fact("device.threadgroupMemoryBytes")).isEqualTo(232_448);
    assertThat(profile.fact("device.simdWidth")).isEqualTo(32);
    assertThat(profile.memory().sharedWithHost()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "4096, true", "4097, false", "2147483647, false"})
  void aConstantTravelsInlineByItsSizeAlone(long size, boolean inline) {
    assertThat(DeviceProfile.APPLE7.parameters().isInline(size)).isEqualTo(inline);
    assertThat(DeviceProfile.SM_90.parameters().isInline(size)).isEqualTo(inline);
  }

  @ParameterizedTest
  @ValueSource(strings = {"device.warpSize", "simdWidth", "", "pipeline.simdWidth"})
  void aFactNobodyKnowsIsNoZero(String fact) {
    assertThatThrownBy(() -> DeviceProfile.APPLE7.fact(fact))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("profile apple7 knows no fact '" + fact + "'");
  }

  @Test
  void aKeyReadsAsItsParts() {
    KernelName kernel = KernelName.of("assay:matmul");

    assertThat(new PipelineKey(kernel, DType.F32, "tiled"))
        .hasToString("assay:matmul (f32, tiled)");
    assertThat(new PipelineKey(kernel, DType.F32, null)).hasToString("assay:matmul (f32)")
        .isEqualTo(new PipelineKey(kernel, DType.F32, null))
        .isNotEqualTo(new PipelineKey(kernel, DType.F16, null));
  }
}
