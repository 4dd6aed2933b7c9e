package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalDriverProvider;
import dev.assay.msl.CacheLocation;
import dev.assay.msl.compiler.PrivateFolder;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.provider.Availability;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Offers Apple's Metal. Off macOS it loads nothing native and says so. */
public final class AppleDriverProvider implements MetalDriverProvider {
  private static final System.Logger LOGGER = System.getLogger("dev.assay.backend.metal.apple");

  /** Called by the service loader. */
  public AppleDriverProvider() {}

  @Override
  public String name() {
    return "apple";
  }

  @Override
  public Availability probe() {
    String system = System.getProperty("os.name", "");
    if (!system.toLowerCase(Locale.ROOT).startsWith("mac")) {
      return new Availability.Unavailable(
          "this is " + system + ", and Metal.framework is a part of macOS");
    }
    try {
      return probe(ObjectiveC.ofSystem());
    } catch (LinkageError | RuntimeException refused) {
      return new Availability.Unavailable("Metal cannot be opened: " + refused.getMessage());
    }
  }

  /** Looks at the default device and lets go of it. */
  static Availability probe(ObjectiveC objc) {
    try (Owned device = AppleDriver.defaultDevice(objc)) {
      DeviceFacts facts = DeviceFacts.of(objc, new Foundation(objc), device.id());
      String refusal = facts.refusal();
      return refusal == null
          ? new Availability.Usable(facts.name() + " (Apple driver)", facts.limits(),
              facts.features())
          : new Availability.Unavailable(refusal);
    }
  }

  @Override
  public Map<String, List<String>> settings() {
    return AppleSettings.values();
  }

  @Override
  public MetalDriver open(Map<String, String> settings) {
    AppleSettings chosen = AppleSettings.of(settings);
    return AppleDriver.over(ObjectiveC.ofSystem(), chosen, chosen.archive() ? archives() : null);
  }

  /** The folder of archives, or null where it cannot be used, which costs time and is logged. */
  private static @Nullable Path archives() {
    try {
      return PrivateFolder.open(CacheLocation.resolve(System.getenv())).folder("apple").path();
    } catch (AssayException unusable) {
      LOGGER.log(System.Logger.Level.WARNING, "pipelines are not kept for the next process: "
          + unusable.problems().stream().map(Problem::describe).toList());
      return null;
    }
  }
}
