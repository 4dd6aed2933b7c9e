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

  /** The first with Metal 3.1. */
  private static final int OLDEST_MACOS = 14;

  /** Metal compiles other code under these, which no other process is to find. */
  private static final List<String> INSTRUMENTING =
      List.of("MTL_SHADER_VALIDATION", "MTL_DEBUG_LAYER", "METAL_DEVICE_WRAPPER_TYPE");

  /** Called by the service loader. */
  public AppleDriverProvider() {}

  @Override
  public String name() {
    return "apple";
  }

  @Override
  public Availability probe() {
    String refusal = systemRefusal(System.getProperty("os.name", ""),
        System.getProperty("os.version", ""));
    if (refusal != null) {
      return new Availability.Unavailable(refusal);
    }
    try {
      return probe(ObjectiveC.ofSystem());
    } catch (LinkageError | RuntimeException refused) {
      return new Availability.Unavailable("Metal cannot be opened: " + refused.getMessage());
    }
  }

  /** Why nothing native is loaded on this system, or null where it is looked at. */
  static @Nullable String systemRefusal(String system, String version) {
    if (!system.toLowerCase(Locale.ROOT).startsWith("mac")) {
      return "this is " + system + ", and Metal.framework is a part of macOS";
    }
    String major = version.split("\\.", -1)[0];
    // Before it there are neither bfloat in MSL nor all of the messages.
    return major.matches("\\d{1,4}") && Integer.parseInt(major) < OLDEST_MACOS
        ? "this is macOS " + version + ", and macOS " + OLDEST_MACOS + " or newer is needed"
        : null;
  }

  /** Looks at the default device and lets go of it. */
  static Availability probe(ObjectiveC objc) {
    try (Owned device = AppleDriver.defaultDevice(objc)) {
      DeviceFacts facts = DeviceFacts.of(objc, new Foundation(objc), device.id());
      String refusal = facts.refusal();
      return refusal == null
          ? new Availability.Usable(facts.title(), facts.limits(), facts.features())
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
    return AppleDriver.over(ObjectiveC.ofSystem(), chosen,
        chosen.archive() && INSTRUMENTING.stream().allMatch(each -> System.getenv(each) == null)
            ? archives()
            : null);
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
