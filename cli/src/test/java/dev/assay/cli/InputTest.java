package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with the texts is said before anything is opened. */
class InputTest {
  @TempDir
  Path folder;

  @Test
  void blankTextsAndLinesNameTheirNumber() throws IOException {
    Run texts = Run.of("embed", "fine", " ", "");
    assertThat(texts.status()).isEqualTo(2);
    Golden.check("embed-blank-texts", texts.err());
    Run lines = Run.of("embed", "--format", "json", "--file", write("fine\n\nfine\n").toString());
    assertThat(lines.status()).isEqualTo(2);
    assertThat(lines.errorCode()).isEqualTo("text.empty");
    assertThat(lines.errorMessage()).contains("line 2 is blank");
  }

  @Test
  void aMissingFileIsAnInputError() {
    Run run = Run.of("embed", "--file", folder.resolve("missing").toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("assay: file.unreadable: cannot read the file ");
  }

  private Path write(String content) throws IOException {
    return Files.writeString(folder.resolve("texts.txt"), content);
  }
}
