package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares messages with golden files; {@code -Dassay.golden.update=true} writes the file instead. */
final class GoldenMessage {
  private GoldenMessage() {}

  static void assertMatches(String name, Throwable error) {
    Path file = Path.of("src/test/resources/golden/runtime", name + ".txt");
    String actual = error.getMessage() + "\n";
    try {
      if (Boolean.getBoolean("assay.golden.update")) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, actual);
      }
      assertThat(actual).isEqualTo(Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
