package dev.assay.suite.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars that the examples' own builds made, named to the command as their users would. */
class ExamplePluginsTest {
  private static final Path PROJECTS = Path.of("../../examples/target/projects");

  private static final String OPERATION = jar("op-plugin", "acme-layer-scale-1.0.jar");
  private static final String BACKEND = jar("backend-plugin", "acme-heap-1.0.jar");

  private static String jar(String project, String name) {
    Path jar = PROJECTS.resolve(project).resolve("target").resolve(name);
    try {
      return jar.toRealPath().toString();
    } catch (IOException e) {
      throw new AssertionError("the example is not built: run 'mvn verify' from the root", e);
    }
  }

  private static JsonObject parity(String... options) {
    List<String> arguments = new ArrayList<>(List.of("parity", "--format", "json"));
    arguments.addAll(List.of(options));
    AssayProcess process = AssayProcess.run(arguments.toArray(String[]::new));
    assertThat(process.status()).as(process.out() + process.err()).isZero();
    JsonObject answer = process.json();
    assertThat(answer.get("executed").getAsLong()).isPositive()
        .isEqualTo(answer.get("passed").getAsLong());
    assertThat(answer.getAsJsonArray("skipped")).isEmpty();
    return answer;
  }

  @Test
  void theOperationPassesParityOnTheOracle() {
    JsonObject answer = parity("--plugin", OPERATION, "--kernel", "acme:*");

    assertThat(answer.get("backend").getAsString()).isEqualTo("reference-cpu");
    assertThat(answer.getAsJsonObject("casesByKernel").get("acme:layer_scale").getAsInt())
        .isGreaterThanOrEqualTo(12);
    assertThat(answer.getAsJsonArray("modes")).hasSize(6);
  }

  /** Its MSL, checked on the host driver, in indirect command buffers too. */
  @Test
  void theOperationPassesParityOnMetal() {
    JsonObject answer =
        parity("--plugin", OPERATION, "--backend", "metal", "--kernel", "acme:*");

    assertThat(answer.get("build").getAsString()).isEqualTo("checked");
    assertThat(answer.getAsJsonArray("modes")).hasSize(6);
    assertThat(answer.get("kernels").getAsInt()).isPositive();
  }

  @Test
  void theBackendPassesParityOnKernelsOfOurs() {
    JsonObject answer =
        parity("--plugin", BACKEND, "--backend", "acme-heap", "--kernel", "assay:*_norm");

    assertThat(answer.get("backend").getAsString()).isEqualTo("acme-heap");
    assertThat(answer.get("device").getAsString()).isEqualTo("Java heap");
    assertThat(answer.get("kernels").getAsInt()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void theOperationPassesParityOnTheBackendOfAnotherJar(@TempDir Path folder)
      throws IOException {
    Path page = folder.resolve("report.html");
    JsonObject answer = parity("--plugin", OPERATION, "--plugin", BACKEND, "--backend",
        "acme-heap", "--kernel", "acme:*", "--report", page.toString());

    assertThat(answer.get("backend").getAsString()).isEqualTo("acme-heap");
    // On the module path the template reads what only this package opens to it.
    assertThat(Files.readString(page)).contains("Parity of acme-heap", "acme:layer_scale",
        OPERATION);
  }
}
