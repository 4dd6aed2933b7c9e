package dev.assay.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as their widest cell. Not thread-safe. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these headings. */
  public TextTable(String... headings) {
    rows.add(List.of(headings));
  }

  /** Adds a row of as many cells as there are headings. */
  public TextTable row(String... cells) {
    if (cells.length != rows.getFirst().size()) {
      throw new IllegalArgumentException(
          cells.length + " cells in a table of " + rows.getFirst().size() + " columns");
    }
    rows.add(List.of(cells));
    return this;
  }

  /** Writes headings and rows without white space at the ends of lines. */
  public void write(Writer out) throws IOException {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], length(row.get(i)));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).repeat(' ', widths[i] - length(row.get(i))).append(GAP);
      }
      out.write(line.toString().stripTrailing());
      out.write('\n');
    }
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
