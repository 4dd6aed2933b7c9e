package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.models.embed.SentenceEmbedder;
import dev.assay.runtime.Assay;
import dev.assay.runtime.Program;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay explain}: what becomes of each step of a program on a backend. */
@Command(
    name = "explain",
    description = "Tells which steps of a program are replayed in segments, and why others are not.",
    sortOptions = false)
final class ExplainCommand implements Subcommand {
  private static final String MINILM = "minilm";

  /** One before and one behind the words, of which "the" is one token each. */
  private static final int SPECIAL_TOKENS = 2;

  @Parameters(paramLabel = "PROGRAM", description = "The program: minilm.")
  String program = "";

  @Option(
      names = "--tokens",
      paramLabel = "N",
      description = "The length of the text, the two special tokens included (default 17).")
  int tokens = 17;

  @Override
  public Answer run(Session session) {
    if (!program.equals(MINILM)) {
      throw new InvalidCallException(
          Problem.of(CliCodes.USAGE_INVALID, "there is no program '" + program + "'")
              .at("explain")
              .remedy(NearestNames.advice(program, List.of(MINILM))));
    }
    if (tokens < 1) {
      throw new InvalidCallException(
          Problem.of(CliCodes.USAGE_INVALID, "--tokens is out of range")
              .at("explain")
              .expected("at least 1", Integer.toString(tokens)));
    }
    try (Assay assay = session.open(); SentenceEmbedder embedder = SentenceEmbedder.open(assay)) {
      Program minilm = embedder.program(1, tokens);
      String text = "the ".repeat(Math.max(1, tokens - SPECIAL_TOKENS));
      while (!minilm.indirect().decided()) {
        embedder.embed(List.of(text));
      }
      return new ExplainAnswer(MINILM, assay.backend().id(), minilm);
    }
  }
}
