package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Count;
import dev.assay.models.embed.Embedding;
import dev.assay.models.embed.SentenceEmbedder;
import dev.assay.runtime.Assay;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay embed}: sentence embeddings of texts. */
@Command(
    name = "embed",
    description = "Turns texts into vectors whose cosine says how close their meanings are.",
    sortOptions = false)
final class EmbedCommand implements Subcommand {
  private static final String WHERE = "embed";

  /** Texts between two steps of progress; the embedder splits them further by length. */
  private static final int BATCH = 32;

  private static final int MOST_REPEATS = 1_000_000;
  private static final int MOST_WARNINGS = 10;

  @Parameters(
      paramLabel = "TEXT",
      arity = "0..*",
      description = "A text to embed; after -- it may begin with a dash.")
  List<String> texts = new ArrayList<>();

  @Option(
      names = "--file",
      paramLabel = "F",
      description = {
        "A file with one text a line, in UTF-8, instead of TEXT.",
        "A blank line is an error, a byte order mark is skipped."})
  @Nullable
  Path file;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = {
        "Measure: run once to warm up, then N times; millis.run",
        "is their median. Without it there is one run."})
  @Nullable
  Integer repeat;

  @Override
  public Answer run(Session session) {
    List<String> input = input();
    long start = System.nanoTime();
    try (Assay assay = session.open(); SentenceEmbedder embedder = SentenceEmbedder.open(assay)) {
      double load = millisSince(start);
      int runs = repeat == null ? 1 : 1 + repeat;
      double[] millis = new double[runs];
      List<Embedding> embeddings = List.of();
      try (Progress progress = file == null
          ? Progress.hidden()
          : Progress.of(session.streams(), WHERE, (long) runs * input.size())) {
        for (int i = 0; i < runs; i++) {
          long runStart = System.nanoTime();
          embeddings = embed(embedder, input, progress);
          millis[i] = millisSince(runStart);
        }
      }
      checkFinite(embeddings);
      warnOfTruncated(session, embeddings);
      Backend backend = assay.backend();
      return new EmbedAnswer(embedder.model(), backend.id(), backend.device(), embedder.dimension(),
          embeddings,
          EmbedAnswer.Millis.of(load, millis), embedder.lastRun(),
          backend.registry().compileCount(), backend.registry().cachedCount());
    }
  }

  private List<String> input() {
    if (file != null && !texts.isEmpty()) {
      throw usage("TEXT and --file exclude each other", "one of them", "both");
    }
    if (file == null && texts.isEmpty()) {
      throw usage("there is nothing to embed", "TEXT or --file", "neither");
    }
    if (repeat != null && (repeat < 1 || repeat > MOST_REPEATS)) {
      throw usage("--repeat is out of range", "1 to " + MOST_REPEATS, Integer.toString(repeat));
    }
    if (file != null) {
      return TextFile.read(file);
    }
    Texts.check(texts);
    return texts;
  }

  private static InvalidCallException usage(String what, String expected, String actual) {
    return new InvalidCallException(
        Problem.of(CliCodes.USAGE_INVALID, what)
            .at(WHERE)
            .expected(expected, actual)
            .remedy("see assay embed --help"));
  }

  private static List<Embedding> embed(SentenceEmbedder embedder, List<String> texts,
      Progress progress) {
    List<Embedding> embeddings = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += BATCH) {
      List<String> batch = texts.subList(from, Math.min(from + BATCH, texts.size()));
      try {
        embeddings.addAll(embedder.embed(batch));
      } catch (InvalidInputException e) {
        throw inBatch(e, from, batch.size());
      }
      progress.advance(batch.size());
    }
    return embeddings;
  }

  /** The embedder counts the texts of a batch, the user those of the whole input. */
  private static InvalidInputException inBatch(InvalidInputException error, int from, int count) {
    String place = "texts " + (from + 1) + " to " + (from + count);
    return new InvalidInputException(
        error.problems().stream().map(problem -> problem.at(place)).toList());
  }

  private static void checkFinite(List<Embedding> embeddings) {
    for (int i = 0; i < embeddings.size(); i++) {
      for (float component : embeddings.get(i).vector()) {
        if (!Float.isFinite(component)) {
          throw new DeviceException(
              Problem
                  .of(CliCodes.RESULT_NOT_FINITE,
                      "the vector of text " + (i + 1) + " is not finite")
                  .at(WHERE)
                  .expected("finite components", Float.toString(component)));
        }
      }
    }
  }

  private static void warnOfTruncated(Session session, List<Embedding> embeddings) {
    int truncated = 0;
    for (int i = 0; i < embeddings.size(); i++) {
      if (embeddings.get(i).truncated() && ++truncated <= MOST_WARNINGS) {
        session.warn("text " + (i + 1) + " is truncated: only its first "
            + embeddings.get(i).tokens() + " tokens count");
      }
    }
    if (truncated > MOST_WARNINGS) {
      session.warn(
          Count.of(truncated - MOST_WARNINGS, "more text is", "more texts are") + " truncated");
    }
  }

  private static double millisSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e6;
  }
}
