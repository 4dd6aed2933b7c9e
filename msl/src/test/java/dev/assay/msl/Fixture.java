package dev.assay.msl;

import dev.assay.msl.reader.MslSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** One runtime for each build, over a cache in the build folder, and the MSL files of the tests. */
final class Fixture {
  static final Path CACHE = Path.of("target", "cache", "msl").toAbsolutePath();
  private static final Map<MslBuild, MslRuntime> RUNTIMES = new EnumMap<>(MslBuild.class);

  private Fixture() {}

  static synchronized MslRuntime runtime(MslBuild build) {
    return RUNTIMES.computeIfAbsent(build, b -> MslRuntime.open(b, CACHE));
  }

  static MslSource source(String file) {
    try (InputStream in = Fixture.class.getResourceAsStream(file)) {
      return MslSource.of(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static MslKernel kernel(MslBuild build, String file, String name) {
    return runtime(build).kernel(source(file), name);
  }

  /** Gives a new cache the unpacked compiler by links: unpacking it again would take seconds. */
  static Path cacheWithToolchain(Path cache) throws IOException {
    kernel(MslBuild.FAST, "constants.metal", "plain");
    Files.createDirectory(
        cache, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path tools = only(CACHE, "llvm-");
    Path copy = Files.createDirectory(cache.resolve(tools.getFileName()));
    try (Stream<Path> files = Files.list(tools)) {
      for (Path file : files.toList()) {
        Files.createLink(copy.resolve(file.getFileName()), file);
      }
    }
    return cache;
  }

  /** The folder's first entry whose name begins so. */
  static Path only(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.getFileName().toString().startsWith(prefix))
          .findFirst()
          .orElseThrow();
    }
  }
}
