package dev.assay.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Error texts as files: a message is compared with {@code src/test/resources/golden/<name>.txt} character by character.
 * With {@code -Dassay.golden.update=true} the files are written instead, to be read in review.
 */
public final class GoldenFile {
  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

  private GoldenFile() {}

  /** Checks that the error's message is the content of this golden file. */
  public static void assertMessage(String name, Throwable error) {
    assertText(name, error.getMessage());
  }

  /** Checks that the text is the content of this golden file, a line break at its end aside. */
  public static void assertText(String name, String actual) {
    Path file = FOLDER.resolve(name + ".txt");
    try {
      if (Boolean.getBoolean("assay.golden.update")) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, actual + "\n");
        return;
      }
      assertThat(file)
          .as("golden file of the message; -Dassay.golden.update=true writes it")
          .exists();
      assertThat(actual + "\n").as("compared with %s", file).isEqualTo(Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
