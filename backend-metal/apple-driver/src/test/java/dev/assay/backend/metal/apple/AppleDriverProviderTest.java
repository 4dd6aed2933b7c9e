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
  void systemsThatLackWhatItNeedsAreNamed() {
    assertThat(AppleDriverProvider.systemRefusal("Windows 11", "10.0"))
        .isEqualTo("this is Windows 11, and Metal.framework is a part of macOS");
    assertThat(AppleDriverProvider.systemRefusal("Mac OS X", "13.6.1"))
        .isEqualTo("this is macOS 13.6.1, and macOS 14 or newer is needed");
    assertThat(AppleDriverProvider.systemRefusal("Mac OS X", "14.0")).isNull();
    assertThat(AppleDriverProvider.systemRefusal("Mac OS X", "26.1")).isNull();
    assertThat(AppleDriverProvider.systemRefusal("Mac OS X", "")).isNull();
  }

  @Test
  void theVersionOfTheLanguageIsMajorAndMinor() {
    assertThat(AppleLibrary.languageVersion(320)).isEqualTo(0x30002);
    assertThat(AppleLibrary.languageVersion(310)).isEqualTo(0x30001);
    assertThat(AppleLibrary.languageVersion(240)).isEqualTo(0x20004);
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
