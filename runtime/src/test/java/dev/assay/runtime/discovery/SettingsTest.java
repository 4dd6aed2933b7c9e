package dev.assay.runtime.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static final Map<String, List<String>> BUILD_AND_ORDER =
      Map.of("build", List.of("fast", "checked"), "order", List.of("forward", "reverse"));

  /** A provider that is only asked what it takes. */
  private record Taking(Map<String, List<String>> settings) implements BackendProvider {
    @Override
    public String id() {
      return "acme";
    }

    @Override
    public int rank() {
      return 1;
    }

    @Override
    public Availability probe() {
      return new Availability.Usable("acme");
    }

    @Override
    public Backend open(KernelCatalog catalog) {
      throw new UnsupportedOperationException();
    }
  }

  private static Map<String, String> resolve(Map<String, List<String>> takes,
      Map<String, String> given, Map<String, String> properties) {
    return Settings.resolve(new Taking(takes), given, properties::get);
  }

  @Test
  void whatIsGivenComesBeforePropertiesAndDefaultsStayUnsaid() {
    assertThat(resolve(BUILD_AND_ORDER, Map.of("build", "checked"),
        Map.of("assay.acme.build", "fast", "assay.acme.order", "reverse", "assay.other.order",
            "x")))
        .isEqualTo(Map.of("build", "checked", "order", "reverse"));
    assertThat(resolve(BUILD_AND_ORDER, Map.of(), Map.of())).isEmpty();
  }

  @Test
  void allThatDoesNotFitIsReportedTogether() {
    assertThatThrownBy(() -> resolve(BUILD_AND_ORDER, Map.of("biuld", "fast", "order", "up"),
        Map.of("assay.acme.build", "slow")))
        .isInstanceOfSatisfying(InvalidCallException.class, refused -> {
          assertThat(refused.problems()).hasSize(3)
              .allMatch(problem -> problem.code().equals(RuntimeCodes.SETTING_INVALID));
          assertThat(refused).hasMessageContaining("no setting 'biuld'")
              .hasMessageContaining("did you mean build?")
              .hasMessageContaining("setting 'order' cannot be 'up'")
              .hasMessageContaining("one of forward, reverse")
              .hasMessageContaining("correct or remove the system property assay.acme.build");
        });
  }

  @Test
  void aBackendWithoutSettingsSaysSo() {
    assertThatThrownBy(() -> resolve(Map.of(), Map.of("build", "fast"), Map.of()))
        .hasMessageContaining("backend 'acme' has no setting 'build'")
        .hasMessageContaining("takes no settings");
  }
}
