package dev.assay.backend.metal.apple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.spi.provider.Availability;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class AppleDriverProviderTest {
  @Test
  @DisabledOnOs(OS.MAC)
  void offMacOsItIsNotThereAndSaysWhy() {
    assertThat(new AppleDriverProvider().probe())
        .isEqualTo(new Availability.Unavailable("this is " + System.getProperty("os.name")
            + ", and Metal.framework is a part of macOS"));
  }

  @Test
  @DisabledOnOs(OS.MAC)
  void theBackendFindsItByName() {
    System.setProperty(MetalProvider.DRIVER, "apple");
    try {
      assertThat(new MetalProvider().probe()).isEqualTo(new AppleDriverProvider().probe());
    } finally {
      System.clearProperty(MetalProvider.DRIVER);
    }
  }

  @Test
  void itsSettingsHaveTheirDefaultFirst() {
    AppleDriverProvider provider = new AppleDriverProvider();
    assertThat(provider.settings()).containsEntry("labels", List.of("off", "on"))
        .containsEntry("residency", List.of("auto", "set", "use"))
        .containsEntry("archive", List.of("on", "off"));
    assertThat(AppleSettings.of(Map.of()))
        .isEqualTo(new AppleSettings(false, AppleSettings.ResidencyChoice.AUTO, true));
  }
}
