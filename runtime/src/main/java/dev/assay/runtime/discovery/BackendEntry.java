package dev.assay.runtime.discovery;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One backend that is installed, usable or not.
 *
 * @param id the id to select it by; the provider's class name where the provider could not say it
 * @param version the version that its jar states, null where it states none
 * @param spiVersion the SPI version that its jar states to be built for, as stated, null where it states none
 * @param jar where it comes from: a path, or the location of its module
 * @param state whether it can be selected
 * @param reason why it is not usable, null for a usable one
 * @param rank its rank, null where the provider was not asked or could not say
 * @param device what it would run on, null for one that is not usable
 */
public record BackendEntry(
    String id,
    @Nullable String version,
    @Nullable String spiVersion,
    String jar,
    State state,
    @Nullable String reason,
    @Nullable Integer rank,
    @Nullable String device) {

  /** Whether a backend can be selected. */
  public enum State {
    /** It works here. */
    USABLE,
    /** It fits this version of Assay, but does not work here, or its provider failed. */
    UNAVAILABLE,
    /** Its jar does not fit: another SPI version, or classes that do not load. */
    INCOMPATIBLE;

    /** The lower-case name, as the command line prints it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static BackendEntry usable(String id, Origin origin, int rank, String device) {
    return new BackendEntry(id, origin.version(), origin.spiVersion(), origin.jar(), State.USABLE,
        null, rank, device);
  }

  static BackendEntry refused(String id, Origin origin, State state, String reason,
      @Nullable Integer rank) {
    return new BackendEntry(id, origin.version(), origin.spiVersion(), origin.jar(), state, reason,
        rank, null);
  }
}
