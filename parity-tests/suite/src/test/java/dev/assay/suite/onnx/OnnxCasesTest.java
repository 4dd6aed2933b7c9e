package dev.assay.suite.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.parity.onnx.OnnxReport;
import dev.assay.parity.onnx.OnnxRun;
import dev.assay.runtime.Assay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Every case runs and passes, or is listed with the reason why it cannot run. */
class OnnxCasesTest {
  private static final Path RESOURCES = Path.of("src", "test", "resources");
  private static final int CASES = 251;

  @Test
  void everyCasePassesOrIsListedWithItsReason() throws IOException {
    OnnxReport report;
    try (Assay assay = Assay.open("reference-cpu")) {
      report = OnnxRun.run(assay, RESOURCES.resolve("onnx-cases"));
    }

    assertThat(report.backend()).isEqualTo("reference-cpu");
    assertThat(report.failures()).isEmpty();
    assertThat(report.uncovered().stream().map(found -> found.caseName() + ": " + found.reason()))
        .as("a case that runs now is to be taken off the list")
        .containsExactlyElementsOf(Files.readAllLines(RESOURCES.resolve("onnx-uncovered.txt")));
    assertThat(report.passed().size() + report.uncovered().size()).isEqualTo(CASES);
    assertThat(report.executed()).isGreaterThanOrEqualTo(247);
  }
}
