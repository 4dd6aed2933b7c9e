package dev.assay.runtime.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.UnavailableException;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class DriversTest {
  private static final Map<String, Availability> FOUND =
      Map.of("copper", new Availability.Unavailable("there is no copper"));

  /** A provider that is asked what drivers it has. */
  private record Asked(Availability probe, Supplier<Map<String, Availability>> answer)
      implements
      BackendProvider {
    @Override
    public String id() {
      return "acme";
    }

    @Override
    public int rank() {
      return 1;
    }

    @Override
    public Map<String, Availability> drivers() {
      return answer.get();
    }

    @Override
    public Backend open(KernelCatalog catalog) {
      throw new UnsupportedOperationException();
    }
  }

  private static Map<String, Availability> ask(Availability probe,
      Supplier<Map<String, Availability>> answer) {
    Installation installation = Installation.discover(SearchPath.empty(),
        List.of(new Asked(probe, answer)), List.of());
    return installation.drivers(installation.backends().getFirst());
  }

  @Test
  void aBackendThatIsUnavailableIsAskedToo() {
    assertThat(ask(new Availability.Usable("a device"), () -> FOUND)).isEqualTo(FOUND);
    assertThat(ask(new Availability.Unavailable("no device"), () -> FOUND)).isEqualTo(FOUND);
  }

  @Test
  void oneThatIsUnavailableCannotBeOpenedForThat() {
    Installation installation = Installation.discover(SearchPath.empty(),
        List.of(new Asked(new Availability.Unavailable("no device"), () -> FOUND)), List.of());
    Selection forged =
        new Selection(installation.backends().getFirst(), Selection.By.CALLER);
    assertThatThrownBy(() -> installation.open(forged))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aProviderThatThrowsOrAnswersNullIsAnErrorThatSaysSo() {
    Availability usable = new Availability.Usable("a device");
    assertThatThrownBy(() -> ask(usable, () -> {
      throw new IllegalStateException("the drivers are on strike");
    })).isInstanceOf(UnavailableException.class)
        .hasMessageContaining(RuntimeCodes.BACKEND_UNAVAILABLE.id())
        .hasMessageContaining("acme")
        .hasMessageContaining("the drivers are on strike");
    assertThatThrownBy(() -> ask(usable, () -> null)).hasMessageContaining("null");
    Map<String, Availability> half = new HashMap<>();
    half.put("copper", null);
    assertThatThrownBy(() -> ask(usable, () -> half)).hasMessageContaining("null");
  }

  @Test
  void aProviderThatHangsIsLeftBehind() {
    CountDownLatch never = new CountDownLatch(1);
    Asked hanging = new Asked(new Availability.Usable("a device"), () -> {
      while (true) {
        try {
          never.await();
        } catch (InterruptedException ignored) {
          // As somebody else's code may.
        }
      }
    });
    BackendEntry entry = Installation
        .discover(SearchPath.empty(), List.of(hanging), List.of())
        .backends()
        .getFirst();
    assertThatThrownBy(() -> DriverQuestion.ask(hanging, entry, Duration.ofMillis(200)))
        .hasMessageContaining("did not answer within 200 ms");
  }
}
