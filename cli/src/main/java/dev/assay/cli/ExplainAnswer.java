package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.spi.backend.CompiledSchedule.Direct;
import dev.assay.spi.backend.CompiledSchedule.Explanation;
import dev.assay.spi.backend.CompiledSchedule.Segment;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of each step of a program.
 *
 * @param program its name
 * @param backend the id of the backend that compiled it
 * @param explanation the backend's account
 * @param arenaBytes the memory of its intermediates by the plan
 * @param intermediateBytes the same without a plan
 */
record ExplainAnswer(
    String program,
    String backend,
    Explanation explanation,
    long arenaBytes,
    long intermediateBytes) implements Answer {

  @Override
  public void writeText(Writer out) throws IOException {
    out.write(String.format(Locale.ROOT, "%s on %s: %d commands in %d segments, %d direct%n",
        program, backend,
        explanation.commands(), explanation.segments().size(), explanation.direct().size()));
    for (Segment segment : explanation.segments()) {
      out.write(String.format(Locale.ROOT,
          "  steps %d to %d: segment of %d commands, %d bytes of constants, %d barriers%n",
          segment.start(),
          segment.end(), segment.commands(), segment.bytesOfConstants(), segment.barriers()));
    }
    for (Direct direct : explanation.direct()) {
      out.write(String.format(Locale.ROOT, "  step %d: %s stays direct: %s%n", direct.index(),
          direct.label(),
          direct.reason()));
    }
    for (Map.Entry<String, Integer> kind : byKind().entrySet()) {
      out.write(String.format(Locale.ROOT, "  %4d %s%n", kind.getValue(), kind.getKey()));
    }
    out.write(
        String.format(Locale.ROOT, "  arena %d bytes for %d bytes of intermediates%n", arenaBytes,
            intermediateBytes));
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("program").value(program);
    out.name("backend").value(backend);
    out.name("commands").value(explanation.commands());
    out.name("segments").beginArray();
    for (Segment segment : explanation.segments()) {
      out.beginObject();
      out.name("start").value(segment.start());
      out.name("end").value(segment.end());
      out.name("commands").value(segment.commands());
      out.name("bytesOfConstants").value(segment.bytesOfConstants());
      out.name("barriers").value(segment.barriers());
      out.endObject();
    }
    out.endArray();
    out.name("direct").beginArray();
    for (Direct direct : explanation.direct()) {
      out.beginObject();
      out.name("command").value(direct.index());
      out.name("kind").value(direct.opaque() ? "opaque" : "record");
      out.name("reason").value(direct.reason());
      out.endObject();
    }
    out.endArray();
    out.name("byKind").beginObject();
    for (Map.Entry<String, Integer> kind : byKind().entrySet()) {
      out.name(kind.getKey()).value(kind.getValue());
    }
    out.endObject();
    out.name("arenaBytes").value(arenaBytes);
    out.name("intermediateBytes").value(intermediateBytes);
    out.endObject();
  }

  private Map<String, Integer> byKind() {
    return new TreeMap<>(explanation.byKind());
  }
}
