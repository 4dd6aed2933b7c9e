package dev.assay.cli;

import dev.assay.cli.output.Answer;
import dev.assay.parity.onnx.OnnxRun;
import dev.assay.runtime.Assay;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay parity}: whether a backend computes what it should. */
@Command(
    name = "parity",
    description = "Runs cases with known results on a backend and compares.",
    sortOptions = false)
final class ParityCommand implements Subcommand {
  @Option(
      names = "--onnx",
      paramLabel = "DIR",
      description = "A folder of ONNX's operator tests: NAME.json and NAME.bin each.")
  @Nullable
  Path onnx;

  @Override
  public Answer run(Session session) {
    if (onnx == null) {
      throw new InvalidCallException(
          Problem.of(CliCodes.USAGE_INVALID, "there is nothing to run")
              .at("parity")
              .remedy("give a folder of cases with --onnx"));
    }
    try (Assay assay = session.open()) {
      return new OnnxParityAnswer(OnnxRun.run(assay, onnx));
    }
  }
}
