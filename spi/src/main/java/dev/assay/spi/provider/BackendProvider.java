package dev.assay.spi.provider;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.kernel.KernelCatalog;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/** Offers a backend. The constructor does nothing; an instance may be asked from any thread. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface BackendProvider {
  /** The id that users select by, such as {@code reference-cpu}. Ids are open; two jars with one id is an error. */
  String id();

  /** The usable backend of the highest rank is taken when nobody selects one. The reference has 0. */
  int rank();

  /** Finds out whether it can work here. Loads nothing native off its platform; never throws, hangs or leaves state. */
  Availability probe();

  /**
   * The drivers that it could reach a device through here, by name, each with what it found; empty where it has only one
   * way. Unlike {@link #probe()} it looks at all of them, also those that nobody selected. Never throws or leaves state; may
   * take as long as the slowest of them.
   */
  default Map<String, Availability> drivers() {
    return Map.of();
  }

  /**
   * The settings that it takes, such as {@code build}, each with the values that it may have, the default first. Users give
   * one by the system property {@code assay.ID.NAME}, such as {@code assay.metal.build}, or in code.
   */
  default Map<String, List<String>> settings() {
    return Map.of();
  }

  /** Opens the device with these kernels. Called only after {@link #probe()} said usable. */
  Backend open(KernelCatalog catalog);

  /**
   * The same with settings that differ from their defaults.
   *
   * @param settings some of those that it takes, with values that they may have
   */
  default Backend open(KernelCatalog catalog, Map<String, String> settings) {
    return open(catalog);
  }
}
