package dev.assay.models.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.models.ModelCodes;
import dev.assay.spi.error.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
  private static final Path HOME = Path.of("/home/someone");

  @TempDir
  private Path temp;

  @Test
  void theVariableNamesTheFolderOnEveryPlatform() {
    Map<String, String> environment =
        Map.of("ASSAY_CACHE_DIR", "/caches/assay", "XDG_CACHE_HOME", "/xdg");

    assertThat(CacheFolder.root(environment, "Linux", HOME)).isEqualTo(Path.of("/caches/assay"));
    assertThat(CacheFolder.root(environment, "Mac OS X", HOME)).isEqualTo(Path.of("/caches/assay"));
  }

  @Test
  void withoutTheVariableItIsThePlatformsUsualPlace() {
    Map<String, String> blank = Map.of("ASSAY_CACHE_DIR", " ");

    assertThat(CacheFolder.root(blank, "Linux", HOME))
        .isEqualTo(Path.of("/home/someone/.cache/assay"));
    assertThat(CacheFolder.root(Map.of("XDG_CACHE_HOME", "/xdg"), "Linux", HOME))
        .isEqualTo(Path.of("/xdg/assay"));
    assertThat(CacheFolder.root(Map.of("XDG_CACHE_HOME", "xdg"), "Linux", HOME))
        .isEqualTo(Path.of("/home/someone/.cache/assay"));
    assertThat(CacheFolder.root(Map.of(), "Mac OS X", HOME))
        .isEqualTo(Path.of("/home/someone/Library/Caches/assay"));
  }

  @Test
  void foldersAreMadeForTheUserAlone() throws IOException {
    Path folder = CacheFolder.open(temp.resolve("cache"), "native");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.getParent())))
        .isEqualTo("rwx------");
    assertThat(CacheFolder.open(temp.resolve("cache"), "native")).isEqualTo(folder);
  }

  @Test
  void aFolderThatOthersMayWriteIsRefused() throws IOException {
    Path folder = CacheFolder.open(temp, "native");
    for (String permissions : new String[] {"rwx-w----", "rwxrwxrwx", "rwx----w-"}) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));

      assertThatThrownBy(() -> CacheFolder.open(temp, "native"))
          .isInstanceOfSatisfying(
              ResourceException.class, e -> assertThat(e.code()).isEqualTo(ModelCodes.CACHE_UNSAFE))
          .hasMessageContaining(permissions)
          .hasMessageContaining("ASSAY_CACHE_DIR");
    }
  }

  @Test
  void aFolderThatCannotBeMadeIsNamedWithWhatToDo() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "in the way");

    assertThatThrownBy(() -> CacheFolder.open(file, "native"))
        .isInstanceOfSatisfying(
            ResourceException.class,
            e -> assertThat(e.code()).isEqualTo(ModelCodes.CACHE_UNWRITABLE))
        .hasMessageContaining(file.resolve("native").toString())
        .hasMessageContaining("ASSAY_CACHE_DIR")
        .message()
        .doesNotContain("Exception");
  }
}
