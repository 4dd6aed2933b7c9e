package dev.assay.suite.thirdparty;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Builds the jars of another project from {@code src/test/thirdparty}. */
public final class ThirdPartyJars {
  private static final Path SOURCES = Path.of("src/test/thirdparty");

  private ThirdPartyJars() {}

  /** Builds {@code acme-P.jar} of each of these projects, which may use those before; they and Assay's jars as a path. */
  public static String classPath(Path folder, List<String> projects) throws IOException {
    String jars = Tools.classPath();
    for (String project : projects) {
      Path source = SOURCES.resolve(project);
      Path classes = folder.resolve(project);
      compile(source, classes, jars);
      copyResources(source, classes);
      Path jar = folder.resolve("acme-" + project + ".jar");
      Tools.jar(jar, classes);
      jars = jar + Tools.SEPARATOR + jars;
    }
    return jars;
  }

  private static void compile(Path source, Path classes, String jars) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      Stream<String> sources = files.map(Path::toString).filter(name -> name.endsWith(".java"));
      Tools.javac(Stream.concat(Stream.of("--module-path", jars, "-d", classes.toString()), sources)
          .toArray(String[]::new));
    }
  }

  private static void copyResources(Path source, Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.filter(Files::isRegularFile)
          .filter(path -> !path.toString().endsWith(".java"))
          .toList()) {
        Path target = classes.resolve(source.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }
}
