package dev.assay.cli.report;

import dev.assay.parity.ParityReport.Cell;
import dev.assay.parity.ParityReport.Deviation;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The worst error of a kernel and dtype in any mode, against what is allowed.
 *
 * @param name kernel, dtype and implementation
 * @param distance how far the element lies from what it should be
 * @param bound how far it may lie from that
 * @param share the one as a part of the other, in words
 * @param percent the same for a bar, 100 where it is more
 * @param isWrong whether it lies farther than it may
 * @param element the element, what it should be and what it was
 * @param trial where it was found
 */
record WorstError(
    String name,
    String distance,
    String bound,
    String share,
    String percent,
    boolean isWrong,
    String element,
    String trial) {
  private static final double WHOLE = 100;

  /** The worst of each row in which an element was compared, the worst row first. */
  static List<WorstError> of(List<List<Cell>> rows) {
    record Found(String name, Deviation worst) {}
    return rows.stream()
        .flatMap(row -> row.stream()
            .map(Cell::worst)
            .filter(Objects::nonNull)
            .max(Comparator.comparingDouble(Deviation::share))
            .map(worst -> new Found(ParityPage.name(row.getFirst()), worst))
            .stream())
        .sorted(Comparator.comparingDouble((Found found) -> found.worst().share()).reversed())
        .map(found -> of(found.name(), found.worst()))
        .toList();
  }

  private static WorstError of(String name, Deviation worst) {
    double share = worst.share();
    boolean isWrong = share > 1;
    return new WorstError(name,
        share == 0 ? "0" : text(Math.abs(worst.found() - worst.expected())),
        worst.bound() == 0 ? "equal bits" : text(worst.bound()),
        share(share),
        String.format(Locale.ROOT, "%.1f", Math.min(WHOLE, WHOLE * share)),
        isWrong,
        worst.output() + "[" + worst.element() + "]: " + worst.expected() + " → " + worst.found(),
        worst.trial());
  }

  private static String share(double share) {
    if (share == 0) {
      return "equal";
    }
    if (share <= 1) {
      return String.format(Locale.ROOT, "%.1f %%", WHOLE * share);
    }
    return Double.isInfinite(share)
        ? "no bound allows it"
        : String.format(Locale.ROOT, "%.3g times", share);
  }

  private static String text(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3g", value) : "no number";
  }
}
