package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalDriverProvider;
import dev.assay.backend.support.SupportBackend;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * Provides {@code metal}. Its driver is the one that the system property {@value #DRIVER} names, else {@code apple} on
 * macOS and {@code host} elsewhere; none ever takes the place of another.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class MetalProvider implements BackendProvider {
  /** The id to select it by. */
  public static final String ID = "metal";

  /** The system property that names the driver. */
  public static final String DRIVER = "assay.metal.driver";

  private static final String APPLE = "apple";
  private static final String HOST = "host";

  /** A GPU is what people install this for. */
  private static final int APPLE_RANK = 100;

  /** Below the reference: a CPU that emulates a GPU is taken only by those who ask for it. */
  private static final int HOST_RANK = -100;

  /** Called by the service loader. */
  public MetalProvider() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public int rank() {
    return driverName().equals(HOST) ? HOST_RANK : APPLE_RANK;
  }

  private static String driverName() {
    String onMac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac")
        ? APPLE
        : HOST;
    return System.getProperty(DRIVER, onMac);
  }

  @Override
  public Availability probe() {
    return switch (find()) {
      case Found.Driver(MetalDriverProvider driver) -> driver.probe();
      case Found.None(String reason) -> new Availability.Unavailable(reason);
    };
  }

  /** Every installed driver, whichever is chosen; one that does not load is unavailable for that reason. */
  @Override
  public Map<String, Availability> drivers() {
    return InstalledDrivers.load().probe();
  }

  @Override
  public Map<String, List<String>> settings() {
    return find() instanceof Found.Driver(MetalDriverProvider driver)
        ? driver.settings()
        : Map.of();
  }

  @Override
  public Backend open(KernelCatalog catalog) {
    return open(catalog, Map.of());
  }

  @Override
  public Backend open(KernelCatalog catalog, Map<String, String> settings) {
    return switch (find()) {
      case Found.Driver(MetalDriverProvider driver) -> over(driver.open(settings), catalog);
      case Found.None(String reason) -> throw new IllegalStateException(reason);
    };
  }

  /** Opens the backend over a driver that somebody made, such as a recording one; it owns the driver. */
  public static Backend over(MetalDriver driver, KernelCatalog catalog) {
    return new SupportBackend(ID, new MetalPort(driver), catalog);
  }

  /** The driver that is asked for, or why it is not there. */
  private sealed interface Found {
    record Driver(MetalDriverProvider provider) implements Found {}

    record None(String reason) implements Found {}
  }

  private static Found find() {
    String wanted = driverName();
    InstalledDrivers installed = InstalledDrivers.load();
    MetalDriverProvider provider = installed.byName().get(wanted);
    if (provider != null) {
      return new Found.Driver(provider);
    }
    Collection<String> names = installed.byName().keySet();
    return new Found.None("no Metal driver '" + wanted + "' is installed; "
        + (names.isEmpty()
            ? "none is"
            : NearestNames.advice(wanted, names))
        + installed.broken()
            .values()
            .stream()
            .map(reason -> "; " + reason)
            .collect(Collectors.joining()));
  }
}
