package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
  @TempDir
  Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void assertUnwritable(Path file) {
    assertThatThrownBy(() -> ReportFile.at(file)).isInstanceOfSatisfying(
        InvalidInputException.class,
        refused -> {
          assertThat(refused.code()).isEqualTo(CliCodes.REPORT_UNWRITABLE);
          assertThat(refused.getMessage()).contains(file.toString());
        });
  }

  @Test
  void nothingIsThereUntilAllOfItIs() throws IOException {
    ReportFile report = ReportFile.at(folder.resolve("report.html"));
    assertThat(names()).isEmpty();

    report.write("all");

    assertThat(Files.readString(folder.resolve("report.html"))).isEqualTo("all");
    assertThat(names()).containsExactly("report.html");
  }

  @Test
  void whatIsThereIsReplacedAndALinkToItKept() throws IOException {
    Path file = Files.writeString(folder.resolve("old.html"), "a longer text than the new one");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), file.getFileName());

    ReportFile.at(link).write("new");

    assertThat(Files.readString(file)).isEqualTo("new");
    assertThat(link).isSymbolicLink();
    assertThat(names()).containsExactly("link.html", "old.html");
  }

  @Test
  void whatCannotBeWrittenIsRefusedBeforeTheWork() {
    assertUnwritable(folder);
    assertUnwritable(folder.resolve("missing/report.html"));
    assertUnwritable(Path.of("/dev/null"));
    assertUnwritable(Path.of("/"));
    assertUnwritable(folder.resolve("n".repeat(300)));
  }

  @Test
  void theReasonIsSaidInWords() {
    assertThatThrownBy(() -> ReportFile.at(folder.resolve("missing/report.html")))
        .hasMessageContaining("actual: no such folder\n");
  }

  @Test
  void aFolderThatIsGoneByTheEndIsRefusedAndNothingIsLeft() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    ReportFile report = ReportFile.at(inner.resolve("report.html"));
    Files.delete(inner);
    Files.writeString(inner, "in its place");

    assertThatThrownBy(() -> report.write("all")).isInstanceOf(InvalidInputException.class);
    assertThat(names()).containsExactly("inner");
  }
}
