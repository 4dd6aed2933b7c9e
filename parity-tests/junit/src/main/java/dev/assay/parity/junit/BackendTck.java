package dev.assay.parity.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.parity.junit.tck.Contract;
import dev.assay.parity.junit.tck.TckBench;
import dev.assay.parity.junit.tck.Topic;
import dev.assay.runtime.discovery.Installation;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contracts of a backend, tried on yours: lifetimes, hazards, records, capture, segments, errors, threads. Extend it:
 *
 * <pre>{@code
 * class AcmeBackendTest extends BackendTck {
 *   @Override
 *   protected BackendProvider provider() {
 *     return new AcmeProvider();
 *   }
 * }
 * }</pre>
 *
 * <p>Each contract opens a device of its own. What the contracts compute is small and exact; whether kernels compute the
 * right numbers is for {@link KernelParity} to say.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public abstract class BackendTck {
  /** For subclasses. */
  protected BackendTck() {}

  /** The provider of the backend under test. */
  protected abstract BackendProvider provider();

  /** The kernels that the backend is opened with: all that are installed beside the test. */
  protected KernelCatalog catalog() {
    return Installation.discover().catalog();
  }

  /** How long a test holds back work of the device before it gives up: longer than any machine needs for a few calls. */
  protected Duration patience() {
    return Duration.ofSeconds(10);
  }

  /** The provider keeps its promises: it can be asked again, is usable here, and opens what it announces. */
  @Test
  final void theProviderKeepsItsContract() {
    BackendProvider provider = provider();
    assertThat(provider.id()).as("id").matches("[a-z0-9][a-z0-9_.-]*").isEqualTo(provider().id());
    assertThat(provider.rank()).as("rank").isEqualTo(provider().rank());
    assertThat(provider.probe()).as("probe on the machine of the test")
        .isInstanceOf(Availability.Usable.class)
        .isEqualTo(provider.probe());
    try (Backend backend = provider.open(catalog())) {
      assertThat(backend.id()).isEqualTo(provider.id());
    }
  }

  /** Every contract as a test of its own. */
  @TestFactory
  final Stream<DynamicContainer> contracts() {
    KernelCatalog catalog = catalog();
    return Stream.of(Topic.values())
        .map(topic -> DynamicContainer.dynamicContainer(
            topic.name().toLowerCase(Locale.ROOT),
            topic.contracts().stream().map(contract -> test(contract, catalog))));
  }

  private DynamicTest test(Contract contract, KernelCatalog catalog) {
    return DynamicTest.dynamicTest(contract.name(), () -> {
      try (TckBench bench = new TckBench(provider().open(catalog), patience())) {
        contract.check().run(bench);
      }
    });
  }
}
