package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.runtime.Assay;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay bench dispatch}: what a dispatch costs in each mode on a backend. */
@Command(
    name = "bench",
    description = "Measures what a dispatch costs in each mode; compare figures of one run only.",
    sortOptions = false)
final class BenchCommand implements Subcommand {
  private static final String DISPATCH = "dispatch";
  private static final int MOST = 100_000;

  @Parameters(paramLabel = "WHAT", description = "What to measure: dispatch.")
  String what = "";

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Dispatches in one submission (default 100).")
  int count = 100;

  @Override
  public Answer run(Session session) {
    if (!what.equals(DISPATCH)) {
      throw usage("there is nothing to measure that is called '" + what + "'",
          NearestNames.advice(what, List.of(DISPATCH)));
    }
    if (count < 1 || count > MOST) {
      throw usage("--count " + count + " is out of range", "give a number from 1 to " + MOST);
    }
    try (Assay assay = session.open()) {
      return new BenchAnswer(assay.backend().id(), assay.backend().device(), count,
          new DispatchBench(assay.backend(), count).measure());
    }
  }

  private static InvalidCallException usage(String sentence, String remedy) {
    return new InvalidCallException(
        Problem.of(CliCodes.USAGE_INVALID, sentence).at("bench").remedy(remedy));
  }
}
