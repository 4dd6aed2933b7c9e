package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Count;
import dev.assay.runtime.IndirectChoice;
import dev.assay.runtime.Program;
import dev.assay.spi.backend.CompiledSchedule.Direct;
import dev.assay.spi.backend.CompiledSchedule.Explanation;
import dev.assay.spi.backend.CompiledSchedule.Segment;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What became of each step of a program.
 *
 * @param program its name
 * @param backend the id of the backend that compiled it
 * @param explanation the backend's account
 * @param indirect how it is run, with figures where that was measured
 * @param arenaBytes the memory of its intermediates by the plan
 * @param intermediateBytes the same without a plan
 */
record ExplainAnswer(
    String program,
    String backend,
    Explanation explanation,
    IndirectChoice indirect,
    long arenaBytes,
    long intermediateBytes) implements Answer {
  private static final double NANOS_PER_MILLI = 1e6;

  /** What is known of a program on a backend. */
  ExplainAnswer(String name, String backend, Program program) {
    this(name, backend, program.explain(), program.indirect(), program.arenaBytes(),
        program.intermediateBytes());
  }

  @Override
  public void writeText(Writer out) throws IOException {
    out.write(String.format(Locale.ROOT, "%s on %s: %s in %s, %d direct%n",
        program, backend,
        Count.of(explanation.commands(), "command"),
        Count.of(explanation.segments().size(), "segment"), explanation.direct().size()));
    if (indirect.segmentNanos().isPresent() && indirect.directNanos().isPresent()) {
      out.write(String.format(Locale.ROOT,
          "  measured: %.3f ms a run in segments, %.3f ms dispatch by dispatch: %s%n",
          indirect.segmentNanos().getAsLong() / NANOS_PER_MILLI,
          indirect.directNanos().getAsLong() / NANOS_PER_MILLI,
          indirect.segments() ? "segments are taken" : "no segments are taken"));
    }
    for (Segment segment : explanation.segments()) {
      out.write(String.format(Locale.ROOT,
          "  steps %d to %d: segment of %s, %s of constants, %s%n",
          segment.start(),
          segment.end(), Count.of(segment.commands(), "command"),
          Count.of(segment.bytesOfConstants(), "byte"), Count.of(segment.barriers(), "barrier")));
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
        String.format(Locale.ROOT, "  arena %s for %s of intermediates%n",
            Count.of(arenaBytes, "byte"), Count.of(intermediateBytes, "byte")));
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
    out.name("indirect").beginObject();
    out.name("asked").value(indirect.asked().toString());
    out.name("segments").value(indirect.segments());
    write(out, "segmentNanos", indirect.segmentNanos());
    write(out, "directNanos", indirect.directNanos());
    out.endObject();
    out.name("arenaBytes").value(arenaBytes);
    out.name("intermediateBytes").value(intermediateBytes);
    out.endObject();
  }

  private static void write(JsonWriter out, String name, OptionalLong nanos) throws IOException {
    out.name(name);
    if (nanos.isPresent()) {
      out.value(nanos.getAsLong());
    } else {
      out.nullValue();
    }
  }

  private Map<String, Integer> byKind() {
    return new TreeMap<>(explanation.byKind());
  }
}
