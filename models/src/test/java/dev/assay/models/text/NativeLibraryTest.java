package dev.assay.models.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import dev.assay.models.ModelCodes;
import dev.assay.spi.error.ResourceException;
import dev.assay.spi.error.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeLibraryTest {
  /** A small file of the library's jar: what is copied plays no part. */
  private static final URL RESOURCE =
      TokenizersLibrary.class.getResource("/native/lib/tokenizers.properties");

  @TempDir
  private Path folder;

  @Test
  void theLibraryIsCopiedOnceAndThenUsed() throws IOException {
    Path library = NativeLibrary.extract(RESOURCE, folder);
    try (InputStream stream = RESOURCE.openStream()) {
      assertThat(library).hasBinaryContent(stream.readAllBytes());
    }
    FileTime old = FileTime.fromMillis(1);
    Files.setLastModifiedTime(library, old);

    assertThat(NativeLibrary.extract(RESOURCE, folder)).isEqualTo(library);
    assertThat(Files.getLastModifiedTime(library)).isEqualTo(old);
  }

  @Test
  void aDamagedOrShortenedCopyIsReplaced() throws IOException {
    byte[] whole = Files.readAllBytes(NativeLibrary.extract(RESOURCE, folder));
    Path library = folder.resolve("tokenizers.properties");
    byte[] flipped = whole.clone();
    flipped[whole.length / 2] ^= 1;
    for (byte[] damaged : List.of(flipped, new byte[0], Arrays.copyOf(whole, 10))) {
      Files.write(library, damaged, StandardOpenOption.TRUNCATE_EXISTING);

      assertThat(NativeLibrary.extract(RESOURCE, folder)).hasBinaryContent(whole);
    }
  }

  @Test
  void severalAtOnceLeaveOneWholeFile()
      throws IOException, InterruptedException, ExecutionException {
    List<Callable<Path>> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      calls.add(() -> NativeLibrary.extract(RESOURCE, folder));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<Path> result : threads.invokeAll(calls)) {
        assertThat(result.get()).isEqualTo(folder.resolve("tokenizers.properties"));
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("tokenizers.properties"));
    }
  }

  @Test
  void aFolderThatIsNotThereIsUnwritable() {
    assertThatThrownBy(() -> NativeLibrary.extract(RESOURCE, folder.resolve("missing")))
        .isInstanceOfSatisfying(
            ResourceException.class,
            e -> assertThat(e.code()).isEqualTo(ModelCodes.CACHE_UNWRITABLE));
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86_64",
    "Linux, aarch64, linux-aarch64",
    "Mac OS X, aarch64, osx-aarch64",
    "Mac OS X, arm64, osx-aarch64"
  })
  void supportedPlatformsHaveALibrary(String osName, String osArch, String expected) {
    assertThat(NativeLibrary.resource(osName, osArch).getPath()).contains("/" + expected + "/");
  }

  @ParameterizedTest
  @CsvSource({"Windows 11, amd64", "Mac OS X, x86_64", "Linux, riscv64", "SunOS, sparcv9",
    "'', ''"})
  void otherPlatformsAreNamed(String osName, String osArch) {
    assertThatThrownBy(() -> NativeLibrary.resource(osName, osArch))
        .isInstanceOfSatisfying(
            UnavailableException.class,
            e -> assertThat(e.code()).isEqualTo(ModelCodes.TOKENIZER_UNAVAILABLE))
        .hasMessageContaining(osName + " on " + osArch);
  }
}
