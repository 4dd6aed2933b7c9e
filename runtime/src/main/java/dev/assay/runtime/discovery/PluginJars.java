package dev.assay.runtime.discovery;

import dev.assay.runtime.RuntimeCodes;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.provider.BackendProvider;
import dev.assay.spi.provider.OpPlugin;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;

/**
 * The jars that somebody asked for by name. What merely lies on a path and does not fit is reported and passed over; what
 * is wrong with one of these is an error.
 */
final class PluginJars {
  private final Map<String, PluginLoader> loaders = new LinkedHashMap<>();

  /** Opens the readable ones of these jars, each once; what is wrong with the others is added to the problems. */
  PluginJars(List<Path> jars, Problems problems) {
    for (Path jar : jars) {
      try {
        Path real = jar.toRealPath();
        checkIsJar(real);
        loaders.computeIfAbsent(real.toString(), path -> PluginLoader.of(real));
      } catch (IOException | SecurityException unreadable) {
        problems.add(
            Problem.of(RuntimeCodes.PLUGIN_UNREADABLE, "a plugin's jar cannot be read")
                .at(jar.toString())
                .expected("a jar", describe(unreadable)));
      }
    }
  }

  /** The search path with a loader for each jar. */
  SearchPath on(SearchPath path) {
    SearchPath with = path;
    for (PluginLoader loader : loaders.values()) {
      with = with.and(loader);
    }
    return with;
  }

  /** Adds a problem for each jar that announces no provider, whatever it may be good for. */
  void checkProviders(Set<String> jarsOfProviders, Problems problems) {
    for (String jar : loaders.keySet()) {
      if (!jarsOfProviders.contains(jar)) {
        problems.add(Problem.of(RuntimeCodes.PLUGIN_FOREIGN, "a jar provides nothing to Assay")
            .at(jar)
            .expected(
                "a file META-INF/services/" + BackendProvider.class.getName() + " or "
                    + OpPlugin.class.getSimpleName(),
                "neither")
            .remedy("name the jar that holds the backend or plugin; a module's 'provides' is not"
                + " looked at"));
      }
    }
  }

  /** Adds a problem where this provider comes from one of these jars. */
  void checkFits(String className, String jar, String reason, Problems problems) {
    if (loaders.containsKey(jar)) {
      problems.add(
          Problem.of(RuntimeCodes.PLUGIN_INCOMPATIBLE, className + " cannot be used: " + reason)
              .at(jar)
              .remedy(
                  "leave out the jar, or take the version of it that was built for this Assay"));
    }
  }

  /** Closes the jars again because discovery failed for this reason. */
  void closeAfter(Throwable failure) {
    for (PluginLoader loader : loaders.values()) {
      try {
        loader.close();
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
  }

  private static void checkIsJar(Path jar) throws IOException {
    if (!Files.isRegularFile(jar)) {
      throw new IOException("it is no file");
    }
    try (JarFile opened = new JarFile(jar.toFile())) {
      opened.getManifest();
    }
  }

  private static String describe(Exception unreadable) {
    return unreadable instanceof FileSystemException named
        ? FileReasons.reading(named)
        : Reasons.of(unreadable);
  }
}
