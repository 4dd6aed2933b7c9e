package dev.assay.cli.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * How a run came about.
 *
 * @param version the command's version in words
 * @param system operating system and processor
 * @param finished when it ended
 * @param settings the backend's settings that were chosen for it
 * @param command the command that was given, program name first
 * @param replay the command that runs a bundle again, without the bundle
 */
public record Circumstances(
    String version,
    String system,
    Instant finished,
    Map<String, String> settings,
    List<String> command,
    List<String> replay) {
  /** Copies the collections. */
  public Circumstances {
    settings = Map.copyOf(settings);
    command = List.copyOf(command);
    replay = List.copyOf(replay);
  }
}
