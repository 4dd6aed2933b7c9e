package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalDriverProvider;
import dev.assay.spi.provider.Availability;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The driver providers that lie beside the backend. One that does not load takes none of the others along.
 *
 * @param byName those that load
 * @param broken why the others do not, by class name where it is known
 */
record InstalledDrivers(Map<String, MetalDriverProvider> byName, Map<String, String> broken) {
  /** A service loader whose files cannot be read at all could fail for ever. */
  private static final int MOST_FAILURES = 100;

  /** Looks for them. */
  static InstalledDrivers load() {
    return load(MetalProvider.class.getClassLoader());
  }

  /** The same with what another loader sees. */
  static InstalledDrivers load(@Nullable ClassLoader loader) {
    Map<String, MetalDriverProvider> byName = new TreeMap<>();
    Map<String, String> broken = new TreeMap<>();
    Iterator<ServiceLoader.Provider<MetalDriverProvider>> providers =
        ServiceLoader.load(MetalDriverProvider.class, loader).stream().iterator();
    while (broken.size() < MOST_FAILURES) {
      String className = "provider " + (byName.size() + broken.size() + 1);
      try {
        if (!providers.hasNext()) {
          break;
        }
        ServiceLoader.Provider<MetalDriverProvider> found = providers.next();
        className = found.type().getName();
        MetalDriverProvider provider = found.get();
        if (byName.putIfAbsent(provider.name(), provider) != null) {
          broken.put(className, "a second Metal driver calls itself '" + provider.name() + "'");
        }
      } catch (ServiceConfigurationError | LinkageError | RuntimeException failure) {
        broken.put(className, "a Metal driver does not load: " + describe(failure));
      }
    }
    return new InstalledDrivers(byName, broken);
  }

  /** Asks each what it found. */
  Map<String, Availability> probe() {
    Map<String, Availability> found = new LinkedHashMap<>();
    byName.forEach((name, provider) -> found.put(name, probe(provider)));
    broken.forEach((name, reason) -> found.put(name, new Availability.Unavailable(reason)));
    return found;
  }

  private static Availability probe(MetalDriverProvider provider) {
    try {
      // The contract forbids null, which binds nobody outside this build.
      @Nullable Availability found = provider.probe();
      return found == null
          ? new Availability.Unavailable("it answered a probe with null")
          : found;
    } catch (LinkageError | RuntimeException failure) {
      return new Availability.Unavailable("its probe failed: " + describe(failure));
    }
  }

  /** What went wrong first, which an error of the service loader wraps. */
  private static String describe(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof ServiceConfigurationError && cause != null
        ? failure.getMessage() + " (" + cause + ")"
        : failure instanceof ServiceConfigurationError
            ? String.valueOf(failure.getMessage())
        : failure.toString();
  }
}
