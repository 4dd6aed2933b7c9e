package dev.assay.spi.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpiVersionTest {
  @ParameterizedTest(name = "{0} accepts a jar built for {1}: {2}")
  @CsvSource({
    "0.1, 0.1, true", "0.1, 0.0, false", "0.1, 0.2, false", "0.2, 0.1, false", "0.1, 1.1, false",
    "1.0, 0.9, false",
    "1.0, 1.0, true", "1.3, 1.0, true", "1.3, 1.3, true", "1.3, 1.4, false", "1.3, 2.0, false",
    "2.0, 1.9, false",
    "1.10, 1.9, true", "1.9, 1.10, false"})
  void aVersionAcceptsWhatItIsCompatibleWith(String running, String built, boolean accepted) {
    assertThat(SpiVersion.parse(running).accepts(SpiVersion.parse(built))).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0, 1", "' 12.345\n', 12, 345", "9999.9999, 9999, 9999"})
  void majorAndMinorAreRead(String text, int major, int minor) {
    assertThat(SpiVersion.parse(text)).isEqualTo(new SpiVersion(major, minor))
        .hasToString(major + "." + minor);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.", ".1", "1.2.3", "1.2-SNAPSHOT", "v1.2", "-1.2", "1.-2",
    "12345.1", "1. 2", "١.٢"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> SpiVersion.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void theRunningVersionAcceptsItself() {
    assertThat(SpiVersion.CURRENT.accepts(SpiVersion.CURRENT)).isTrue();
  }

  @Test
  void aPluginThatOffersNothingIsComplete() {
    OpPlugin plugin = new OpPlugin() {};

    assertThat(plugin.kernels()).isEmpty();
    assertThat(plugin.implementations()).isEmpty();
    assertThat(plugin.libraries()).isEmpty();
  }
}
