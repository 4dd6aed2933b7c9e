package dev.assay.cli.report;

import dev.assay.parity.ParityReport.Cell;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's row of the matrix.
 *
 * @param dtype the dtype
 * @param implementation the implementation, or a dash
 * @param cells one for each mode
 */
record MatrixRow(String dtype, String implementation, List<Square> cells) {
  /**
   * What became of the trials of one mode.
   *
   * @param state the class that styles it
   * @param sign stands for the state beside its colour
   * @param text how many trials
   * @param words says the rest to a screen reader
   * @param link the place on the page that tells more, or null
   */
  record Square(String state, String sign, String text, String words, @Nullable String link) {}

  static MatrixRow of(List<Cell> cells, String failures) {
    Cell first = cells.getFirst();
    return new MatrixRow(first.dtype().toString(),
        Objects.requireNonNullElse(first.implementation(), "–"),
        cells.stream().map(cell -> square(cell, failures)).toList());
  }

  private static Square square(Cell cell, String failures) {
    long ran = cell.passed() + cell.failed();
    String count = ParityPage.number(ran);
    if (!cell.failures().isEmpty()) {
      return new Square("failed", "✗",
          cell.failed() == 0 ? "failed" : ParityPage.number(cell.failed()) + " of " + count,
          cell.failed() == 0 ? "" : "failed", failures);
    }
    String skipped = ParityPage.number(cell.skipped().size());
    if (ran == 0) {
      return cell.skipped().isEmpty()
          ? new Square("untried", "·", "", "not tried", null)
          : new Square("skipped", "–", skipped, "skipped", SkipGroup.SECTION);
    }
    return cell.skipped().isEmpty()
        ? new Square("passed", "✓", count, "passed", null)
        : new Square("partly", "✓", count + ", – " + skipped, "skipped", SkipGroup.SECTION);
  }
}
