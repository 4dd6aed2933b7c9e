package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Messages kept as files: a change of wording shows up in a review. What was found is left in {@code target/golden}. */
final class GoldenFile {
  private GoldenFile() {}

  /** Compares with {@code golden/<name>.txt} among the test resources; line ends aside. */
  static void assertMatches(String name, String actual) {
    try {
      Path found = Path.of("target", "golden", name + ".txt");
      Files.createDirectories(found.getParent());
      Files.writeString(found, actual + "\n");
      try (
          InputStream expected = GoldenFile.class.getResourceAsStream("/golden/" + name + ".txt")) {
        assertThat(expected).as("golden file of %s; the message is in %s", name, found).isNotNull();
        String text =
            new String(expected.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        assertThat(actual + "\n").as("message %s, also in %s", name, found).isEqualTo(text);
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
