package dev.assay.parity.onnx;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.models.onnx.operator.OnnxOperators;
import dev.assay.runtime.Assay;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Runs a folder of ONNX's operator tests on an open backend, each in a scope of its own. A case that is damaged fails
 * and does not stop the others. Used by one thread.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class OnnxRun {
  private static final String DESCRIPTION = ".json";
  private static final String VALUES = ".bin";

  private final Assay assay;
  private final Path folder;
  private final List<String> passed = new ArrayList<>();
  private final List<OnnxReport.Failure> failures = new ArrayList<>();
  private final List<OnnxReport.Uncovered> uncovered = new ArrayList<>();

  private OnnxRun(Assay assay, Path folder) {
    this.assay = assay;
    this.folder = folder;
  }

  /**
   * Runs all cases of a folder, in the order of their names; files that end in neither {@code .json} nor {@code .bin}
   * are none. A folder that cannot be read is {@code file.unreadable}.
   */
  public static OnnxReport run(Assay assay, Path folder) {
    OnnxRun run = new OnnxRun(assay, folder);
    run.names().forEach(run::runCase);
    return new OnnxReport(assay.backend().id(), assay.backend().device(), run.passed, run.failures,
        run.uncovered);
  }

  private SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path path : files) {
        String file = path.getFileName().toString();
        for (String ending : List.of(DESCRIPTION, VALUES)) {
          if (file.endsWith(ending)) {
            names.add(file.substring(0, file.length() - ending.length()));
          }
        }
      }
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable(Objects.requireNonNull(unreadable.getCause()));
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    }
    return names;
  }

  private InvalidInputException unreadable(IOException cause) {
    return new InvalidInputException(
        Problem.of(ModelCodes.FILE_UNREADABLE,
            "the folder cannot be read: " + FileReasons.reading(cause))
            .at(folder.toString()),
        cause);
  }

  private void runCase(String name) {
    String operator = "";
    try {
      OnnxCaseReader reader = OnnxCaseReader.open(folder, name);
      operator = reader.operator();
      Optional<String> wrong = compute(reader.read());
      if (wrong.isPresent()) {
        failures.add(new OnnxReport.Failure(name, wrong.get()));
      } else {
        passed.add(name);
      }
    } catch (AssayException stated) {
      if (stated.code().equals(ModelCodes.ONNX_UNCOVERED)) {
        uncovered.add(new OnnxReport.Uncovered(name, operator, reason(stated)));
      } else {
        failures.add(new OnnxReport.Failure(name, String.valueOf(stated.getMessage())));
      }
    } catch (IOException unreadable) {
      failures.add(new OnnxReport.Failure(name,
          "a file cannot be read: " + FileReasons.reading(unreadable)));
    } catch (RuntimeException unforeseen) {
      // One case must not end the run of the others; that it was unforeseen is part of the answer.
      failures.add(new OnnxReport.Failure(name, "an error that nobody foresaw: " + unforeseen));
    }
  }

  private static String reason(AssayException stated) {
    return stated.problems().stream().map(Problem::what).reduce((a, b) -> a + "; " + b).orElse("");
  }

  /** What is wrong with the results, or empty. */
  private Optional<String> compute(OnnxCase wanted) {
    try (TensorScope scope = assay.scope()) {
      List<@Nullable Tensor> inputs = new ArrayList<>();
      List<String> inputNames = new ArrayList<>();
      for (CaseTensor input : wanted.inputs()) {
        inputs.add(input == null ? null : scope.tensor(input.values(), input.shape()));
        inputNames.add(input == null ? "" : input.name());
      }
      List<String> outputNames = OutputPositions.of(wanted);
      OnnxNode node = new OnnxNode(wanted.name(), wanted.operator(), inputNames, outputNames,
          wanted.attributes());
      List<@Nullable Tensor> outputs =
          OnnxOperators.run(scope, node, OnnxOperators.LATEST_OPSET, inputs);
      List<String> wrong = new ArrayList<>();
      int next = 0;
      for (Tensor output : outputs) {
        if (output != null) {
          OnnxComparison.compare(wanted.outputs().get(next++), output).ifPresent(wrong::add);
        }
      }
      if (next != wanted.outputs().size()) {
        wrong.add(wanted.outputs().size() + " outputs are expected, " + next + " came out");
      }
      for (int i = 0; i < inputs.size(); i++) {
        Tensor input = inputs.get(i);
        CaseTensor before = wanted.inputs().get(i);
        if (input != null && before != null && !input.read().sameBits(before.values())) {
          wrong.add("input " + before + " was changed");
        }
      }
      return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", wrong));
    }
  }
}
