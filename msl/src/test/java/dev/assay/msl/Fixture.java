package dev.assay.msl;

import dev.assay.msl.reader.MslSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** One runtime for each build, over a cache in the build folder, and the MSL files of the tests. */
final class Fixture {
  static final Path CACHE = Path.of("target", "msl-cache").toAbsolutePath();
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
}
