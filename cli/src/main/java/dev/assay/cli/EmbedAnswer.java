package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Printable;
import dev.assay.models.embed.Embedding;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The vectors of some texts, and what making them took.
 *
 * @param model the model's name
 * @param backend the id of the backend
 * @param device what the work ran on
 * @param dimension the length of each vector
 * @param embeddings one per text, in the order of the texts; every component finite
 * @param millis times
 * @param compileCount compiler runs of this process
 * @param pipelinesMade pipelines made by this process
 */
record EmbedAnswer(
    String model,
    String backend,
    String device,
    int dimension,
    List<Embedding> embeddings,
    Millis millis,
    long compileCount,
    int pipelinesMade)
    implements
    Answer {

  /** Components that the text form shows of a vector. */
  private static final int SHOWN = 6;

  private static final int SHOWN_CODE_POINTS = 72;

  /**
   * Times in milliseconds.
   *
   * @param load opening the backend and reading the model
   * @param firstRun the first run over all texts, in which pipelines are made
   * @param run the median of the runs after it, or the first where there are no more
   */
  record Millis(double load, double firstRun, double run) {
    /** The times of a load and of all runs, at least one. */
    static Millis of(double load, double[] runs) {
      double[] repeats = Arrays.copyOfRange(runs, Math.min(1, runs.length - 1), runs.length);
      Arrays.sort(repeats);
      int middle = repeats.length / 2;
      double median = repeats.length % 2 == 1
          ? repeats[middle]
          : (repeats[middle - 1] + repeats[middle]) / 2;
      return new Millis(load, runs[0], median);
    }
  }

  @Override
  public void writeText(Writer out) throws IOException {
    for (Embedding embedding : embeddings) {
      out.write(Printable.line(embedding.text(), SHOWN_CODE_POINTS));
      out.write(String.format(Locale.ROOT, "%n  %d tokens%s, %d components: ", embedding.tokens(),
          embedding.truncated() ? " (truncated)" : "", dimension));
      for (int i = 0; i < Math.min(SHOWN, dimension); i++) {
        out.write(String.format(Locale.ROOT, "%.6f ", embedding.vector()[i]));
      }
      out.write("…\n");
    }
    out.write(String.format(Locale.ROOT, "%s: load %.0f ms, first run %.1f ms, run %.1f ms%n",
        model, millis.load(),
        millis.firstRun(), millis.run()));
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("model").value(model);
    out.name("backend").value(backend);
    out.name("device").value(device);
    out.name("dimension").value(dimension);
    out.name("embeddings").beginArray();
    for (Embedding embedding : embeddings) {
      write(out, embedding);
    }
    out.endArray();
    out.name("millis").beginObject();
    out.name("load").value(millis.load());
    out.name("firstRun").value(millis.firstRun());
    out.name("run").value(millis.run());
    out.endObject();
    out.name("program").nullValue();
    out.name("compileCount").value(compileCount);
    out.name("pipelinesMade").value(pipelinesMade);
    out.endObject();
  }

  private static void write(JsonWriter out, Embedding embedding) throws IOException {
    out.beginObject();
    out.name("text").value(embedding.text());
    out.name("tokens").value(embedding.tokens());
    out.name("truncated").value(embedding.truncated());
    out.name("vector").beginArray();
    // As a float, so that the digits are the shortest ones that read back as the same f32.
    for (float component : embedding.vector()) {
      out.value(component);
    }
    out.endArray().endObject();
  }
}
