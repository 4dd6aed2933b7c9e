package dev.assay.suite.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.assay.suite.thirdparty.ThirdPartyJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --plugin} in processes of their own: what a third party ships works without being on any path. */
class PluginOptionTest {
  @TempDir
  private static Path folder;

  private static String backend;
  private static String kernel;

  @BeforeAll
  static void buildJars() throws IOException {
    ThirdPartyJars.classPath(folder, List.of("backend", "kernel"));
    backend = folder.resolve("acme-backend.jar").toRealPath().toString();
    kernel = folder.resolve("acme-kernel.jar").toRealPath().toString();
  }

  @Test
  void aBackendAndAKernelFromJarsOfTheirOwnWorkOnModulePathAndClassPathAlike() {
    String[] arguments =
        {"backends", "--plugin", backend, "--plugin", kernel, "--format", "json"};
    for (List<String> command : List.of(AssayProcess.onModulePath(arguments),
        AssayProcess.onClassPath(arguments))) {
      AssayProcess process = AssayProcess.run(Map.of(), command);
      assertThat(process.status()).as(process.out() + process.err()).isZero();
      assertThat(process.json().get("selected").getAsString()).isEqualTo("acme");
      JsonObject acme = find(process, "backends", "id", "acme");
      assertThat(acme.get("jar").getAsString()).isEqualTo(backend);
      assertThat(acme.get("state").getAsString()).isEqualTo("usable");
      assertThat(process.err()).startsWith("assay: backend acme, device: Acme abacus");
    }
  }

  @Test
  void itsKernelsAreListedWithTheirJar() {
    AssayProcess process = AssayProcess.run("--plugin", kernel, "kernels", "--format", "json");
    assertThat(process.status()).as(process.out() + process.err()).isZero();
    JsonObject swish = find(process, "kernels", "name", "acme:swish");
    assertThat(swish.get("jar").getAsString()).isEqualTo(kernel);
    assertThat(AssayProcess.run("kernels", "--plugin", kernel).out().lines())
        .anyMatch(line -> line.startsWith("acme:swish ") && line.endsWith("acme-kernel.jar"));
  }

  @Test
  void theBackendRunsWhatTheCommandRuns() {
    AssayProcess process = AssayProcess.run("bench", "dispatch", "--count", "2", "--plugin",
        backend, "--backend", "acme", "--format", "json");
    assertThat(process.status()).as(process.out() + process.err()).isZero();
    assertThat(process.json().get("backend").getAsString()).isEqualTo("acme");
  }

  @Test
  void itsKernelsAreMadeWrongToo() {
    AssayProcess process = AssayProcess.run("parity", "--mutants", "--kernel", "acme:swish",
        "--plugin", kernel, "--backend", "reference-cpu", "--format", "json");
    assertThat(process.status()).as(process.out() + process.err()).isZero();
    assertThat(process.json().get("killed").getAsInt()).isGreaterThan(100)
        .isEqualTo(process.json().get("mutants").getAsInt());
  }

  @Test
  void jarsThatDoNotServeAreAllNamedInOneInputError() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
    AssayProcess process = AssayProcess.run("backends", "--format", "json",
        "--plugin", folder.resolve("missing.jar").toString(), "--plugin", text.toString());
    assertThat(process.status()).isEqualTo(2);
    assertThat(process.errorCode()).isEqualTo("plugin.unreadable");
    assertThat(process.out()).contains("missing.jar", "text.jar");
    assertThat(process.err()).isEmpty();
  }

  @Test
  void twoJarsWithTheSameBackendAreBothNamed() throws IOException {
    Path copy = Files.copy(Path.of(backend), folder.resolve("copy.jar"));
    AssayProcess process = AssayProcess.run("embed", "text", "--format", "json",
        "--plugin", backend, "--plugin", copy.toString());
    assertThat(process.status()).isEqualTo(2);
    assertThat(process.errorCode()).isEqualTo("backend.duplicate");
    assertThat(process.out()).contains(backend, "copy.jar");
  }

  private static JsonObject find(AssayProcess process, String list, String key, String value) {
    return process.json()
        .getAsJsonArray(list)
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .filter(each -> each.get(key).getAsString().equals(value))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + value + " in " + process.out()));
  }
}
