package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares messages with golden files; {@code -Dassay.golden.update=true} writes the file instead. */
public final class GoldenText {
  private GoldenText() {}

  /** The error's message, with the jars' folder written as {@code <dir>}, is the text of this file. */
  public static void assertMessage(String name, Throwable error, Path folder) {
    assertText(name, error.getMessage().replace(folder.toString(), "<dir>"));
  }

  /** The text is that of this file. */
  public static void assertText(String name, String text) {
    Path file = Path.of("src/test/resources/golden", name + ".txt");
    try {
      if (Boolean.getBoolean("assay.golden.update")) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
      }
      assertThat(text + "\n").isEqualTo(Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
