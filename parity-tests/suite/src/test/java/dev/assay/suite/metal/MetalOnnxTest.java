package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.parity.onnx.OnnxReport;
import dev.assay.parity.onnx.OnnxRun;
import dev.assay.runtime.Assay;
import dev.assay.runtime.AssayModule;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What ONNX's operator tests ask of the reference, they ask of Metal too. */
class MetalOnnxTest {
  @Test
  void everyCaseThatPassesOnTheReferencePasses() {
    AssayModule module = AssayModule.standard()
        .withBackend("metal")
        .withSettings(Map.of("build", "checked"));
    try (Assay assay = Assay.open(module)) {
      OnnxReport report =
          OnnxRun.run(assay, Path.of("src", "test", "resources", "onnx-cases"));

      assertThat(report.failures()).isEmpty();
      assertThat(report.executed()).isEqualTo(report.passed().size())
          .isGreaterThanOrEqualTo(247);
    }
  }
}
