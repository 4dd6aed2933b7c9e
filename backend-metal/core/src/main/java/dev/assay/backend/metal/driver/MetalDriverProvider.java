package dev.assay.backend.metal.driver;

import dev.assay.spi.provider.Availability;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/** Offers a driver to the Metal backend, found by {@code ServiceLoader}. The constructor does nothing. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalDriverProvider {
  /** The name that {@code assay.metal.driver} chooses it by. */
  String name();

  /** Whether it can work here. Loads nothing native off its platform; never throws, hangs or leaves state. */
  Availability probe();

  /** The settings that it takes, such as {@code build}, each with the values that it may have, the default first. */
  default Map<String, List<String>> settings() {
    return Map.of();
  }

  /**
   * Opens the device. Called only after {@link #probe()} said usable.
   *
   * @param settings some of those that it takes, with allowed values
   */
  MetalDriver open(Map<String, String> settings);
}
