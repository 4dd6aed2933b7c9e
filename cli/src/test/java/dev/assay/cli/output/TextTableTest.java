package dev.assay.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCellAndLinesEndWithoutBlanks() throws IOException {
    StringWriter out = new StringWriter();
    new TextTable("A", "LONG HEADING", "C").row("wide cell", "x", "").row("🙂", "", "z").write(out);
    assertThat(out).hasToString("""
        A          LONG HEADING  C
        wide cell  x
        🙂                        z
        """);
  }

  @Test
  void aTableWithoutRowsIsItsHeadings() throws IOException {
    StringWriter out = new StringWriter();
    new TextTable("A", "B").write(out);
    assertThat(out).hasToString("A  B\n");
  }

  @Test
  void aRowOfAnotherWidthIsRefused() {
    assertThatThrownBy(() -> new TextTable("A", "B").row("1"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
