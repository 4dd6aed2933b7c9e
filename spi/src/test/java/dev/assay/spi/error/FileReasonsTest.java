package dev.assay.spi.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileReasonsTest {
  @TempDir
  Path folder;

  private static IOException thrownBy(ThrowingCallable call) {
    return catchThrowableOfType(IOException.class, call);
  }

  @Test
  void whatIsMissingIsTheFileToReadAndTheFolderToWriteInto() {
    Path missing = folder.resolve("none").resolve("file");
    assertThat(FileReasons.reading(thrownBy(() -> Files.readString(missing))))
        .isEqualTo("no such file");
    assertThat(FileReasons.writing(thrownBy(() -> Files.writeString(missing, ""))))
        .isEqualTo("no such folder");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void foldersInThePlaceOfFilesAndFilesInThePlaceOfFolders() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(FileReasons.reading(thrownBy(() -> Files.readAllBytes(folder))))
        .isEqualTo("it is a folder");
    assertThat(FileReasons.writing(thrownBy(() -> Files.writeString(folder, ""))))
        .isEqualTo("it is a folder");
    assertThat(FileReasons.writing(thrownBy(() -> Files.writeString(file.resolve("inner"), ""))))
        .isEqualTo("a part of its path is no folder");
    assertThat(FileReasons.reading(new NotDirectoryException(file.toString())))
        .isEqualTo("it is no folder");
    assertThat(FileReasons.writing(thrownBy(() -> Files.createDirectory(file))))
        .isEqualTo("something of that name is there already");
    assertThat(FileReasons.writing(thrownBy(() -> Files.delete(folder))))
        .isEqualTo("the folder is not empty");
  }

  @Test
  void permissionsAndLinksThatLeadRoundAreSaidInWords() {
    assertThat(FileReasons.reading(new AccessDeniedException("/secret")))
        .isEqualTo("no permission");
    assertThat(FileReasons.reading(new FileSystemLoopException("/round")))
        .isEqualTo("its links lead back to themselves");
  }

  @Test
  void whatTheSystemStatesIsSaidWithoutTheNameOfTheException() {
    assertThat(FileReasons.writing(new FileSystemException("/f", null, "No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(FileReasons.reading(new IOException("it is longer than 10 bytes")))
        .isEqualTo("it is longer than 10 bytes");
  }

  @Test
  void whereNothingIsStatedTheKindIsAllThereIs() {
    assertThat(FileReasons.reading(new EOFException())).isEqualTo("EOFException");
    assertThat(FileReasons.reading(new FileSystemException("/f"))).isEqualTo("FileSystemException");
  }
}
