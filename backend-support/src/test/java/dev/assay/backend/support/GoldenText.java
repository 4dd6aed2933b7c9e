package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a message with its golden file; {@code -Dassay.golden.update=true} writes the file instead. */
final class GoldenText {
  private GoldenText() {}

  static void assertMatches(String name, String actual) throws IOException {
    Path file = Path.of("src/test/resources/golden", name + ".txt");
    if (Boolean.getBoolean("assay.golden.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, actual + "\n");
    }
    assertThat(actual + "\n").isEqualTo(Files.readString(file));
  }
}
