package dev.assay.spi.provider;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apiguardian.api.API;

/** What a provider found out about this machine. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Availability {
  /**
   * It works here.
   *
   * @param device what it would run on, in words for a person
   * @param limits how much the device has or takes, by the names that its field has for them, such as {@code
   *     maxThreadsPerThreadgroup}; lengths and sizes are in bytes
   * @param features whether the device has something, by name, such as {@code unifiedMemory}
   */
  record Usable(String device, Map<String, Long> limits, Map<String, Boolean> features)
      implements
      Availability {
    /** Copies the maps; they keep their order. */
    public Usable {
      limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
      features = Collections.unmodifiableMap(new LinkedHashMap<>(features));
    }

    /** The same where nothing is known of the device but its name. */
    public Usable(String device) {
      this(device, Map.of(), Map.of());
    }
  }

  /**
   * It does not work here.
   *
   * @param reason why not, in words for a person
   */
  record Unavailable(String reason) implements Availability {}
}
