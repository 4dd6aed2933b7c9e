package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Count;
import dev.assay.cli.output.Printable;
import dev.assay.cli.output.ShellWords;
import dev.assay.cli.report.UntriedLines;
import dev.assay.parity.Mode;
import dev.assay.parity.ParityReport;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a parity run found.
 *
 * @param report the run
 * @param settings the backend's settings that were chosen for it
 * @param replay the command that runs a bundle again, without the bundle
 * @param page the file of the report for a browser, or null where none was asked for
 */
record ParityAnswer(
    ParityReport report,
    Map<String, String> settings,
    List<String> replay,
    @Nullable Path page)
    implements
    Answer {
  @Override
  public boolean isNo() {
    return !report.isPassed();
  }

  @Override
  public void writeText(Writer out) throws IOException {
    for (ParityReport.Failure failure : report.failures()) {
      out.write("failed " + Printable.message(failure.trial()) + ": " + failure.kind() + ": "
          + Printable.message(failure.detail()) + "\n");
      if (failure.bundle() != null) {
        List<String> again = new ArrayList<>(replay);
        again.add(failure.bundle());
        out.write("  again: " + Printable.line(ShellWords.of(again), Integer.MAX_VALUE) + "\n");
      }
    }
    for (ParityReport.Skip skip : report.skipped()) {
      out.write("skipped " + Printable.message(skip.trial()) + ": "
          + Printable.message(skip.reason()) + "\n");
    }
    out.write(Count.of(report.kernels(), "kernel") + " on " + report.backend() + " ("
        + Printable.message(report.device())
        + "), modes " + report.modes().stream().map(Mode::id).collect(Collectors.joining(", "))
        + settings.entrySet()
            .stream()
            .map(setting -> ", " + setting.getKey() + " " + setting.getValue())
            .collect(Collectors.joining())
        + ", seed " + report.seed() + "\n");
    out.write(Count.of(report.executed(), "trial") + " ran: " + report.passed() + " passed, "
        + report.failed() + " failed; " + report.skipped().size() + " skipped\n");
    for (String line : UntriedLines.of(report)) {
      out.write(Printable.message(line) + "\n");
    }
    if (page != null) {
      out.write("report: " + Printable.message(page.toString()) + "\n");
    }
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("backend").value(report.backend());
    out.name("device").value(report.device());
    // Null where the backend has no choice of them.
    out.name("build").value(settings.get("build"));
    out.name("order").value(settings.get("order"));
    out.name("seed").value(report.seed());
    out.name("executed").value(report.executed());
    out.name("passed").value(report.passed());
    out.name("failed").value(report.failed());
    out.name("skipped").beginArray();
    for (ParityReport.Skip skip : report.skipped()) {
      out.beginObject();
      out.name("case").value(skip.trial());
      out.name("reason").value(skip.reason());
      out.endObject();
    }
    out.endArray();
    out.name("kernels").value(report.kernels());
    out.name("casesByKernel").beginObject();
    for (Map.Entry<String, Integer> kernel : report.casesByKernel().entrySet()) {
      out.name(kernel.getKey()).value(kernel.getValue());
    }
    out.endObject();
    out.name("modes").beginArray();
    for (Mode mode : report.modes()) {
      out.value(mode.id());
    }
    out.endArray();
    out.name("failures").beginArray();
    for (ParityReport.Failure failure : report.failures()) {
      out.beginObject();
      out.name("case").value(failure.trial());
      out.name("kind").value(failure.kind());
      out.name("detail").value(failure.detail());
      out.name("bundle").value(failure.bundle());
      out.endObject();
    }
    out.endArray();
    out.name("untried").beginArray();
    for (ParityReport.Untried untried : report.untried()) {
      out.beginObject();
      out.name("kernel").value(untried.kernel());
      out.name("implementation").value(untried.implementation());
      out.name("language").value(untried.language());
      out.name("dtype").value(untried.dtype().toString());
      out.endObject();
    }
    out.endArray();
    if (page != null) {
      out.name("report").value(page.toString());
    }
    out.endObject();
  }
}
