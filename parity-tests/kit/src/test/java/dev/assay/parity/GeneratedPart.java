package dev.assay.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a document between {@code <!-- generated: NAME -->} and {@code <!-- end -->}, which a test measures. {@code
 * -Dtest.jvm.args=-Dassay.golden.update=true} writes it anew.
 */
public final class GeneratedPart {
  private GeneratedPart() {}

  /** Compares the part with what was measured. */
  public static void check(String document, String name, String measured) throws IOException {
    Path file = Path.of("..", "..", "docs", document);
    String text = Files.readString(file);
    String begin = "<!-- generated: " + name + " -->\n";
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end -->", from);
    assertThat(text).as("%s has a part '%s'", document, name).contains(begin);
    assertThat(to).isGreaterThanOrEqualTo(from);
    if (Boolean.getBoolean("assay.golden.update")) {
      Files.writeString(file, text.substring(0, from) + measured + text.substring(to));
    } else {
      assertThat(text.substring(from, to)).isEqualTo(measured);
    }
  }
}
