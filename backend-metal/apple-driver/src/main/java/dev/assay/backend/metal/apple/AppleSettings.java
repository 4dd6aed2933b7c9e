package dev.assay.backend.metal.apple;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.UnavailableException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a user may choose of this driver.
 *
 * @param labels whether dispatches are named in captures of Apple's tools, at the cost of three calls each
 * @param residency how buffers of indirect commands are kept resident
 * @param archive whether device code is kept for the next process
 */
public record AppleSettings(boolean labels, ResidencyChoice residency, boolean archive) {
  /** Ways to keep buffers resident. */
  public enum ResidencyChoice {
    /** A set where the system has them. */
    AUTO,
    /** One residency set (macOS 15). */
    SET,
    /** Each buffer is named to each encoder. */
    USE
  }

  private static final String LABELS = "labels";
  private static final String RESIDENCY = "residency";
  private static final String ARCHIVE = "archive";
  private static final String ON = "on";
  private static final String OFF = "off";

  /** The names and values that {@link #of} takes, the defaults first. */
  static Map<String, List<String>> values() {
    return Map.of(LABELS, List.of(OFF, ON), RESIDENCY, List.of("auto", "set", "use"), ARCHIVE,
        List.of(ON, OFF));
  }

  /** Settings by name; what is not given has its default. */
  public static AppleSettings of(Map<String, String> settings) {
    return new AppleSettings(settings.getOrDefault(LABELS, OFF).equals(ON),
        ResidencyChoice
            .valueOf(settings.getOrDefault(RESIDENCY, "auto").toUpperCase(Locale.ROOT)),
        settings.getOrDefault(ARCHIVE, ON).equals(ON));
  }

  /**
   * Refuses what the system does not have.
   *
   * @throws UnavailableException naming it
   */
  void requireFor(DeviceFacts facts) {
    if (residency == ResidencyChoice.SET && !facts.residencySets()) {
      throw new UnavailableException(Problem
          .of(Codes.LIMIT_EXCEEDED, "this system has no residency sets")
          .at("assay.metal." + RESIDENCY + "=set")
          .expected("macOS 15 or newer", "macOS " + System.getProperty("os.version", ""))
          .remedy("Leave the setting at auto, or name each buffer with use."));
    }
  }

  boolean bySet(DeviceFacts facts) {
    return residency == ResidencyChoice.SET
        || (residency == ResidencyChoice.AUTO && facts.residencySets());
  }

  /** The archive of this device on this system: another system's device code is not to be read. */
  String archiveName(DeviceFacts facts) {
    String system = facts.name() + "-" + System.getProperty("os.version", "");
    return system.replaceAll("[^A-Za-z0-9.]+", "-") + ".metalarchive";
  }
}
