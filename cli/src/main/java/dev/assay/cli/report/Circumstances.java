package dev.assay.cli.report;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run came about.
 *
 * @param version the command's version in words
 * @param system operating system and processor
 * @param finished when it ended
 * @param build the build of each kernel, or null where the backend offers no choice
 * @param order the order of threads, or null where the backend offers no choice
 * @param command the command that was given, program name first
 * @param replay the command that runs a bundle again, without the bundle
 */
public record Circumstances(
    String version,
    String system,
    Instant finished,
    @Nullable String build,
    @Nullable String order,
    List<String> command,
    List<String> replay) {
  /** Copies the lists. */
  public Circumstances {
    command = List.copyOf(command);
    replay = List.copyOf(replay);
  }
}
