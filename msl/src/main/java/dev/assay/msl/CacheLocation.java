package dev.assay.msl;

import java.nio.file.Path;
import java.util.Map;

/** Where compiled kernels are kept when nobody says. */
public final class CacheLocation {
  private CacheLocation() {}

  /** The folder that {@code ASSAY_CACHE_DIR} names, else one in the user's cache folder. */
  public static Path resolve(Map<String, String> environment) {
    String named = environment.get("ASSAY_CACHE_DIR");
    if (named != null && !named.isBlank()) {
      return Path.of(named).resolve("msl");
    }
    String cache = environment.get("XDG_CACHE_HOME");
    Path root =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return root.resolve("assay").resolve("msl");
  }
}
