package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.msl.reader.MslSource;
import dev.assay.spi.error.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be wrong with a cache folder: nothing that stands in it is trusted unseen. */
class CacheTest {
  @TempDir
  private Path folder;

  private static MslSource scaleBy(int factor) {
    return MslSource.of(
        "scale.metal",
        "kernel void scale(device float* x [[buffer(0)]]) { x[0] *= " + factor + "; }");
  }

  private static float run(MslKernel kernel) {
    float[] x = {2};
    kernel.dispatch().bind("x", x).threads(1, 1);
    return x[0];
  }

  @Test
  void damagedAndForeignEntriesAreCompiledAgain() throws IOException {
    Path cache = Fixture.cacheWithToolchain(folder.resolve("cache"));
    try (MslRuntime first = MslRuntime.open(MslBuild.FAST, cache)) {
      assertThat(first.kernel(scaleBy(5), "scale").wasCompiled()).isTrue();
      assertThat(first.kernel(scaleBy(5), "scale").wasCompiled()).isFalse();
    }
    Path entry = Fixture.only(cache, "kernel-");
    try (Stream<Path> files = Files.list(entry)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("kernel.so", "entry.txt", "seal.txt");
    }
    for (String file : List.of("kernel.so", "entry.txt", "seal.txt")) {
      byte[] bytes = Files.readAllBytes(entry.resolve(file));
      Files.write(entry.resolve(file), Arrays.copyOf(bytes, bytes.length / 2));
      try (MslRuntime again = MslRuntime.open(MslBuild.FAST, cache)) {
        MslKernel kernel = again.kernel(scaleBy(5), "scale");
        assertThat(kernel.wasCompiled()).as("after damage to " + file).isTrue();
        assertThat(run(kernel)).isEqualTo(10);
      }
    }
    // A whole entry, but of another source: what an entry of another version or CPU is too.
    Path other = cache.resolve("other");
    Files.move(entry, other);
    try (MslRuntime runtime = MslRuntime.open(MslBuild.FAST, cache)) {
      runtime.kernel(scaleBy(7), "scale");
      Files.move(Fixture.only(cache, "kernel-"), entry);
      MslKernel kernel = runtime.kernel(scaleBy(5), "scale");
      assertThat(kernel.wasCompiled()).isTrue();
      assertThat(run(kernel)).isEqualTo(10);
    }
  }

  @Test
  void aFolderThatIsALinkOrNotPrivateOrReadOnlyIsRefused() throws IOException {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path readOnly = Files.createDirectory(folder.resolve("readOnly"));
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-x------"));
    Path file = Files.createFile(folder.resolve("file"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Fixture.CACHE);
    Path inFile = file.resolve("below");
    for (Path path : List.of(open, readOnly, file, link, inFile)) {
      try (MslRuntime runtime = MslRuntime.open(MslBuild.FAST, path)) {
        assertThatThrownBy(() -> runtime.check(MslSource.of("a.metal", "")))
            .as(path.toString())
            .isInstanceOfSatisfying(
                ResourceException.class,
                e -> {
                  assertThat(e.code()).isEqualTo(MslCodes.CACHE_UNUSABLE);
                  assertThat(e.getMessage()).contains(path.toString(), "ASSAY_CACHE_DIR")
                      .doesNotContain("Exception");
                });
      }
    }
  }

  @Test
  void aFullDiskIsAnErrorAndLeavesNothingHalf() throws IOException {
    Path cache = folder.resolve("full");
    // The limit on file size stands for a disk without room: writes fail in the same way.
    Process process = Isolated.start(cache, "ulimit -f 2048;", entry -> true);
    assertThat(Isolated.answer(process)).isEqualTo("msl.cache_unusable");
    try (Stream<Path> left = Files.list(cache)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void twoProcessesShareOneCache() throws IOException {
    Path cache = Fixture.cacheWithToolchain(folder.resolve("shared"));
    Process first = Isolated.start(cache, "", entry -> true);
    Process second = Isolated.start(cache, "", entry -> true);
    assertThat(Isolated.answer(first)).isEqualTo("42.0");
    assertThat(Isolated.answer(second)).isEqualTo("42.0");
    try (Stream<Path> left = Files.list(cache)) {
      assertThat(left.map(each -> each.getFileName().toString().replaceAll("-.*", "")))
          .containsExactlyInAnyOrder("llvm", "device", "library", "kernel");
    }
  }

  @Test
  void withoutTheCompilersJarTheErrorSaysSoAndWasForeseen() throws IOException {
    Process process = Isolated.start(
        folder.resolve("absent"), "",
        entry -> !Path.of(entry).getFileName().toString().startsWith("llvm-"));
    assertThat(Isolated.answer(process))
        .matches("no jar holds org/bytedeco/llvm/[^/]+/clang\\Rmsl\\.toolchain_absent");
  }

  @Test
  void withEverythingOnTheModulePathTheErrorSendsTheJarsToTheClassPath() throws IOException {
    Process process = Isolated.startAsModule(folder.resolve("modular"));
    assertThat(Isolated.answer(process)
        .replaceAll("linux-\\w+", "PLATFORM")
        .replaceAll("llvm:[-.0-9]+", "llvm:VERSION")).isEqualTo(
            """
                no jar holds org/bytedeco/llvm/PLATFORM/clang; on the module path nothing resolves the \
                jars of llvm and javacpp: they belong on the class path (-cp) beside it
                msl.toolchain_absent: the MSL compiler needs a jar that is not there
                  where: org/bytedeco/llvm/PLATFORM/clang
                  remedy: Add org.bytedeco:llvm:VERSION with classifier PLATFORM, and javacpp with it, \
                to the class path (-cp) beside the module path, where nothing resolves them."""
                .replace("\\\n", ""));
  }
}
