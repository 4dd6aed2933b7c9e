package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Count;
import dev.assay.cli.output.Printable;
import dev.assay.parity.mutants.MutantReport;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What became of the mutants.
 *
 * @param backend the backend that they were tried on
 * @param report the run
 */
record MutantsAnswer(String backend, MutantReport report) implements Answer {
  @Override
  public boolean isNo() {
    return !report.isPassed();
  }

  @Override
  public void writeText(Writer out) throws IOException {
    for (String survivor : report.survivors()) {
      out.write("survived " + Printable.message(survivor) + "\n");
    }
    Map<String, Long> equivalent = report.equivalent()
        .stream()
        .collect(Collectors.groupingBy(MutantReport.Equivalent::reason, TreeMap::new,
            Collectors.counting()));
    for (Map.Entry<String, Long> each : equivalent.entrySet()) {
      out.write("not counted " + each.getValue() + ": " + Printable.message(each.getKey()) + "\n");
    }
    Map<String, Long> families = report.tried()
        .stream()
        .collect(Collectors.groupingBy(each -> each.family().id(), TreeMap::new,
            Collectors.counting()));
    out.write(Count.of(report.tried().size(), "mutant") + " on " + backend + " ("
        + families.entrySet()
            .stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", "))
        + "): " + report.killed() + " killed, " + report.survivors().size() + " survived\n");
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("mutants").value(report.tried().size());
    out.name("killed").value(report.killed());
    out.name("survivors").beginArray();
    for (String survivor : report.survivors()) {
      out.value(survivor);
    }
    out.endArray();
    out.name("equivalent").beginArray();
    for (MutantReport.Equivalent each : report.equivalent()) {
      out.beginObject();
      out.name("mutant").value(each.mutant());
      out.name("reason").value(each.reason());
      out.endObject();
    }
    out.endArray().endObject();
  }
}
