package dev.assay.cli.report;

import dev.assay.cli.output.ShellWords;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityReport;
import dev.assay.parity.ParityReport.Cell;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A parity run as one page of HTML that needs nothing but itself: no script, no network, no other file.
 *
 * @param title the heading and the name of the window
 * @param isPassed whether the run passed
 * @param untried what the run says nothing of
 * @param facts what ran where
 * @param counts how much was done
 * @param modes the columns of the matrix
 * @param kernels its rows
 * @param errors the worst error of each row, the largest part of its bound first
 * @param failures what is wrong, by row
 * @param skips what could not be tried, by reason
 */
public record ParityPage(
    String title,
    boolean isPassed,
    List<String> untried,
    List<Fact> facts,
    List<Fact> counts,
    List<String> modes,
    List<KernelRows> kernels,
    List<WorstError> errors,
    List<FailureGroup> failures,
    List<SkipGroup> skips) {
  private static final Template TEMPLATE = new Template("parity.html");

  /** Something known, by name. */
  record Fact(String name, String value) {}

  /** The rows of one kernel. */
  record KernelRows(String name, int height, List<MatrixRow> rows) {}

  boolean hasFailures() {
    return !failures.isEmpty();
  }

  boolean hasKernels() {
    return !kernels.isEmpty();
  }

  boolean hasErrors() {
    return !errors.isEmpty();
  }

  /** The whole page of a run. */
  public static String of(ParityReport report, Circumstances circumstances) {
    Map<String, List<Cell>> rows = new LinkedHashMap<>();
    for (Cell cell : report.cells()) {
      rows.computeIfAbsent(name(cell), name -> new ArrayList<>()).add(cell);
    }
    List<List<Cell>> inOrder = List.copyOf(rows.values());
    Map<String, List<MatrixRow>> kernels = new LinkedHashMap<>();
    for (int i = 0; i < inOrder.size(); i++) {
      kernels.computeIfAbsent(inOrder.get(i).getFirst().kernel(), name -> new ArrayList<>())
          .add(MatrixRow.of(inOrder.get(i), FailureGroup.id(i)));
    }
    return TEMPLATE.fill(new ParityPage("Parity of " + report.backend(), report.isPassed(),
        UntriedLines.of(report), facts(report, circumstances), counts(report),
        report.modes().stream().map(Mode::id).toList(),
        kernels.entrySet()
            .stream()
            .map(kernel -> new KernelRows(kernel.getKey(), kernel.getValue().size(),
                kernel.getValue()))
            .toList(),
        WorstError.of(inOrder), FailureGroup.of(report, inOrder, circumstances.replay()),
        SkipGroup.of(report.skipped())));
  }

  /** A row in words, such as {@code assay:add f16 tiled}. */
  static String name(Cell cell) {
    return cell.kernel() + " " + cell.dtype()
        + (cell.implementation() == null ? "" : " " + cell.implementation());
  }

  /** A count with its thousands apart. */
  static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static List<Fact> facts(ParityReport report, Circumstances circumstances) {
    return List.of(
        new Fact("Backend", report.backend()),
        new Fact("Device", report.device()),
        new Fact("Build", circumstances.settings().getOrDefault("build", "the only one")),
        new Fact("Order of threads",
            circumstances.settings().getOrDefault("order", "the backend's own")),
        new Fact("Seed", Long.toString(report.seed())),
        new Fact("Version", circumstances.version()),
        new Fact("System", circumstances.system()),
        new Fact("Finished", circumstances.finished().truncatedTo(ChronoUnit.SECONDS).toString()),
        new Fact("Command", ShellWords.of(circumstances.command())));
  }

  private static List<Fact> counts(ParityReport report) {
    long cases = report.casesByKernel().values().stream().mapToLong(Integer::longValue).sum();
    return List.of(
        new Fact("trials ran", number(report.executed())),
        new Fact("passed", number(report.passed())),
        new Fact("failed", number(report.failed())),
        new Fact("skipped", number(report.skipped().size())),
        new Fact("kernels", number(report.kernels())),
        new Fact("distinct inputs", number(cases)),
        new Fact("modes", number(report.modes().size())));
  }
}
