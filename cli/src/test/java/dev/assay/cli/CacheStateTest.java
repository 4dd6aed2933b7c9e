package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "permissions are those of POSIX")
class CacheStateTest {
  @TempDir
  private Path folder;

  private Path made(String permissions) throws IOException {
    Path made = Files.createDirectory(folder.resolve("cache"));
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void onlyTheOwnersOwnFolderIsPrivate() throws IOException {
    CacheState state = CacheState.of(made("rwx------"));
    assertThat(state.isPrivate()).isTrue();
    assertThat(state.isWritable()).isTrue();
    assertThat(state.reason()).isNull();
    assertThat(state.describe()).isEqualTo("private, writable");
  }

  @Test
  void oneThatOthersMayEnterIsNot() throws IOException {
    CacheState state = CacheState.of(made("rwxr-xr-x"));
    assertThat(state.isPrivate()).isFalse();
    assertThat(state.describe()).contains("rwxr-xr-x", "rwx------");
  }

  @Test
  void oneThatIsNotThereIsNotMadeByLooking() {
    Path missing = folder.resolve("a/b/c");
    CacheState state = CacheState.of(missing);
    assertThat(state.exists()).isFalse();
    assertThat(state.isPrivate()).isNull();
    assertThat(state.isWritable()).isTrue();
    assertThat(state.describe()).contains("not there yet");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatCannotBeAFolderIsSaid() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    assertThat(CacheState.of(file).describe()).contains("a link or a file");
    CacheState below = CacheState.of(file.resolve("cache"));
    assertThat(below.isWritable()).isFalse();
    assertThat(below.describe()).contains("cannot be made below " + file);
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    assertThat(CacheState.of(link).isWritable()).isFalse();
  }
}
