package dev.assay.backend.metal.apple.doubled;

import dev.assay.msl.MslBuild;
import java.util.Locale;
import java.util.Map;

/**
 * How kernels are run.
 *
 * @param build of the kernels
 * @param order in which threads run: forward, reverse or seeded
 * @param checksTexts whether a text is compiled whole when its library is made, as Metal does, so that every mistake in it
 *     shows then; else only what the reader sees does, and the rest with the pipeline, which saves a fifth of a second for
 *     each text
 */
public record EngineOptions(MslBuild build, String order, boolean checksTexts) {
  /** As strict as can be. */
  public static final EngineOptions STRICT = new EngineOptions(MslBuild.CHECKED, "forward", true);

  /** For texts that are known to compile. */
  public EngineOptions withoutTextCheck() {
    return new EngineOptions(build, order, false);
  }

  /** Settings of the host driver. */
  Map<String, String> hostSettings() {
    return Map.of("build", build.name().toLowerCase(Locale.ROOT), "order", order);
  }
}
