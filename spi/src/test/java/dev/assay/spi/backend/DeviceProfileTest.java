package dev.assay.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceProfileTest {
  @Test
  void theProfileOfAppleFamily7IsThatOfTheFeatureTables() {
    DeviceProfile profile = DeviceProfile.APPLE7;

    assertThat(profile.fact("device.bindings")).isEqualTo(31);
    assertThat(profile.inlineConstantBytes()).isEqualTo(4096);
    assertThat(profile.fact("device.threadgroupMemoryBytes")).isEqualTo(32 * 1024);
    assertThat(profile.threadgroupMemoryMultiple()).isEqualTo(16);
    assertThat(profile.fact("device.threadsPerThreadgroup")).isEqualTo(1024);
    assertThat(profile.fact("device.simdWidth")).isEqualTo(32);
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
