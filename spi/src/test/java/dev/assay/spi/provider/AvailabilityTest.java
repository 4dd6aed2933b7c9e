package dev.assay.spi.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AvailabilityTest {
  @Test
  void aDeviceOfWhichNothingIsKnownHasNoLimitsAndNoFeatures() {
    assertThat(new Availability.Usable("a device"))
        .isEqualTo(new Availability.Usable("a device", Map.of(), Map.of()));
  }

  @Test
  void limitsAndFeaturesAreCopiedInTheirOrderAndCannotBeChanged() {
    Map<String, Long> limits = new LinkedHashMap<>();
    limits.put("z", 1L);
    limits.put("a", 2L);
    limits.put("m", 3L);
    Map<String, Boolean> features = new LinkedHashMap<>(Map.of("unifiedMemory", true));
    Availability.Usable usable = new Availability.Usable("a device", limits, features);
    limits.clear();
    features.put("residencySets", true);

    assertThat(usable.limits().keySet()).containsExactly("z", "a", "m");
    assertThat(usable.features()).containsExactly(Map.entry("unifiedMemory", true));
    assertThatThrownBy(() -> usable.limits().put("b", 4L))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> usable.features().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
