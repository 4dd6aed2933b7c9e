package dev.assay.cli.report;

import dev.assay.cli.output.ShellWords;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityReport.Cell;
import dev.assay.parity.ParityReport.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong in one row of the matrix, or with the run as a whole.
 *
 * @param id the name of the place on the page
 * @param name the row in words
 * @param count the number of failing trials
 * @param trials the first of them
 * @param rest how many more there are, in words, or null
 */
record FailureGroup(
    String id,
    String name,
    String count,
    List<FailedTrial> trials,
    @Nullable String rest) {
  /** A backend that is all wrong fails thousands of times in much the same way. */
  static final int MOST_TRIALS = 20;

  /** A trial with everything that was found in it. */
  record FailedTrial(
      String name,
      List<Finding> findings,
      @Nullable String bundle,
      @Nullable String command) {}

  /** What one check found. */
  record Finding(String kind, String detail) {}

  /** The id of the group of a row of the matrix. */
  static String id(int row) {
    return "failures-" + row;
  }

  /** The groups of all rows that have failures, and of the run; {@code replay} is the command that takes a bundle. */
  static List<FailureGroup> of(ParityReport report, List<List<Cell>> rows, List<String> replay) {
    List<FailureGroup> groups = new ArrayList<>();
    Set<Failure> ofTheRun = new LinkedHashSet<>(report.failures());
    for (int i = 0; i < rows.size(); i++) {
      Set<Failure> ofTheRow = new LinkedHashSet<>();
      rows.get(i).forEach(cell -> ofTheRow.addAll(cell.failures()));
      ofTheRun.removeAll(ofTheRow);
      if (!ofTheRow.isEmpty()) {
        groups.add(of(id(i), ParityPage.name(rows.get(i).getFirst()), ofTheRow, replay));
      }
    }
    if (!ofTheRun.isEmpty()) {
      groups.addFirst(of("failures-of-the-run", "The run as a whole", ofTheRun, replay));
    }
    return groups;
  }

  private static FailureGroup of(String id, String name, Set<Failure> failures,
      List<String> replay) {
    Map<String, List<Failure>> byTrial = new LinkedHashMap<>();
    failures.forEach(failure -> byTrial
        .computeIfAbsent(failure.trial(), trial -> new ArrayList<>())
        .add(failure));
    int rest = byTrial.size() - MOST_TRIALS;
    return new FailureGroup(id, name, ParityPage.number(byTrial.size()),
        byTrial.values().stream().limit(MOST_TRIALS).map(all -> trial(all, replay)).toList(),
        rest <= 0
            ? null
            : "and " + ParityPage.number(rest) + " more; --format json prints all of them");
  }

  private static FailedTrial trial(List<Failure> failures, List<String> replay) {
    Failure first = failures.getFirst();
    String bundle = first.bundle();
    return new FailedTrial(first.trial(),
        failures.stream().map(each -> new Finding(each.kind(), each.detail())).toList(), bundle,
        bundle == null
            ? null
            : ShellWords.of(Stream.concat(replay.stream(), Stream.of(bundle)).toList()));
  }
}
