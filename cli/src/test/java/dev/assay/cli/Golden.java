package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a message with the one that was reviewed; {@code -Dassay.golden.update=true} writes it anew for review. */
final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/golden");

  private Golden() {}

  static void check(String name, String actual) {
    Path file = FOLDER.resolve(name + ".txt");
    try {
      if (Boolean.getBoolean("assay.golden.update")) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, actual);
      }
      assertThat(actual).as("the message of %s", file).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new AssertionError("no golden message " + file, e);
    }
  }
}
