package dev.assay.suite.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each test starts one JVM or two: what does not need a process of its own is tested within {@code cli}. */
class CommandProcessTest {
  private static final String TEXT = "The quick brown fox jumps over the lazy dog.";

  @Test
  void textsBecomeVectorsOnModulePathAndClassPathAlike() {
    String[] arguments = {"embed", "--format", "json", "--", TEXT, "--help"};
    AssayProcess modular = AssayProcess.run(arguments);
    assertThat(modular.status()).as(modular.err()).isZero();
    JsonArray embeddings = modular.json().getAsJsonArray("embeddings");
    assertThat(embeddings.asList())
        .extracting(each -> each.getAsJsonObject().get("text").getAsString())
        .containsExactly(TEXT, "--help");
    assertThat(embeddings.get(0).getAsJsonObject().getAsJsonArray("vector")).hasSize(384);
    assertThat(modular.err().lines()).as("nothing but which backend it took")
        .containsExactly(
            "assay: backend reference-cpu, device: " + modular.json().get("device").getAsString());

    AssayProcess classPath = AssayProcess.run(Map.of(), AssayProcess.onClassPath(arguments));
    assertThat(classPath.status()).as(classPath.err()).isZero();
    assertThat(classPath.json().get("embeddings")).isEqualTo(embeddings);
    assertThat(classPath.err()).isEqualTo(modular.err());
  }

  @Test
  void theDoctorLooksOnModulePathAndClassPathAlike() {
    String[] arguments = {"doctor", "--backend", "reference-cpu", "--format", "json"};
    AssayProcess modular = AssayProcess.run(arguments);
    AssayProcess classPath = AssayProcess.run(Map.of(), AssayProcess.onClassPath(arguments));
    for (AssayProcess process : List.of(modular, classPath)) {
      assertThat(process.status()).as(process.err()).isZero();
      assertThat(process.err().lines()).as("nothing but which backend it took").hasSize(1);
      JsonObject document = process.json();
      assertThat(document.keySet())
          .contains("os", "java", "backends", "metal", "parity", "clocks", "plugins", "cache");
      JsonObject parity = document.getAsJsonObject("parity");
      assertThat(parity.get("passed").getAsInt()).isPositive()
          .isEqualTo(parity.get("executed").getAsInt());
      assertThat(document.getAsJsonObject("cache").get("folder").getAsString())
          .startsWith(AssayProcess.builder(Map.of(), List.of("java"))
              .environment()
              .get("ASSAY_CACHE_DIR"));
      assertThat(document.getAsJsonObject("nativeAccess").asMap().values())
          .as("what the launcher grants")
          .isNotEmpty()
          .allMatch(JsonElement::getAsBoolean);
    }
    assertThat(classPath.json().getAsJsonObject("nativeAccess").keySet())
        .containsExactly("ALL-UNNAMED");
    assertThat(modular.json().getAsJsonObject("nativeAccess").keySet()).contains("dev.assay.msl");
  }

  @Test
  void theDoctorSaysWhatLacksNativeAccess() {
    List<String> command = new ArrayList<>(AssayProcess.onModulePath("doctor", "--backend",
        "reference-cpu"));
    command.replaceAll(each -> each.startsWith("--enable-native-access")
        ? "--enable-native-access=dev.assay.models"
        : each);
    AssayProcess process = AssayProcess.run(Map.of(), command);
    assertThat(process.status()).as(process.err()).isZero();
    assertThat(process.out()).contains("not granted to ai.djl.tokenizers, dev.assay.");
    assertThat(process.out().lines().toList().getLast()).contains("Kernels run here");
  }

  @Test
  void noArgumentsShowTheUsage() {
    AssayProcess process = AssayProcess.run();
    assertThat(process.status()).isEqualTo(2);
    assertThat(process.out()).isEmpty();
    assertThat(process.err()).startsWith("Usage: assay").contains("usage.invalid");
  }

  @Test
  void anUnknownBackendIsAnInputErrorEvenFromTheEnvironment() {
    AssayProcess process = AssayProcess.run(
        Map.of("ASSAY_BACKEND", "reference-gpu"),
        AssayProcess.onModulePath("backends", "--format", "json"));
    assertThat(process.status()).isEqualTo(2);
    assertThat(process.errorCode()).isEqualTo("backend.unknown");
    assertThat(process.out()).contains("did you mean reference-cpu?", "ASSAY_BACKEND");
  }

  @Test
  void aFileThatCannotBeReadIsAnInputError() {
    AssayProcess process = AssayProcess.run("embed", "--file", "no-such-file.txt");
    assertThat(process.status()).isEqualTo(2);
    assertThat(process.out()).isEmpty();
    assertThat(process.err()).startsWith("assay: file.unreadable")
        .contains("no-such-file.txt")
        .doesNotContain("\tat ");
  }

  @Test
  void aTextArrivesInTheLocalesEncodingOrIsRefused() {
    // The bytes come from the shell: this JVM's own locale may not have an encoding for them.
    List<String> command =
        inShell("exec \"$@\" \"$(printf 'caf\\303\\251 \\346\\274\\242')\"", "embed", "--format",
            "json");
    AssayProcess utf8 = AssayProcess.run(Map.of(), command);
    assertThat(utf8.status()).as(utf8.err()).isZero();
    assertThat(
        utf8.json().getAsJsonArray("embeddings").get(0).getAsJsonObject().get("text").getAsString())
        .isEqualTo("caf\u00e9 \u6f22");

    AssayProcess ascii = AssayProcess.run(Map.of("LC_ALL", "C"), command);
    assumeTrue(ascii.status() != 0, "on this system the locale C can express every text");
    assertThat(ascii.status()).isEqualTo(2);
    assertThat(ascii.errorCode()).isEqualTo("text.encoding");
  }

  @Test
  void aCacheFolderThatCannotBeMadeIsNamed() throws IOException {
    // Permissions do not stop root; a folder below a file cannot be made by anybody.
    Path file = Files.writeString(Path.of("target", "a-file"), "no folder").toAbsolutePath();
    Path folder = file.resolve("cache");
    AssayProcess process = AssayProcess.run(
        Map.of("ASSAY_CACHE_DIR", folder.toString()),
        AssayProcess.onModulePath("embed", "--format", "json", TEXT));
    assertThat(process.status()).isEqualTo(4);
    assertThat(process.errorCode()).isEqualTo("cache.unwritable");
    assertThat(process.out()).contains(folder.toString(), "ASSAY_CACHE_DIR");
    assertThat(process.err()).doesNotContain("\tat ");
  }

  @Test
  void aFullOutputIsAnError() {
    File full = new File("/dev/full");
    assumeTrue(full.exists(), "there is no /dev/full here");
    AssayProcess process = AssayProcess.finish(AssayProcess.start(
        AssayProcess.builder(Map.of(), AssayProcess.onModulePath("kernels")).redirectOutput(full)));
    assertOutputFailed(process);
  }

  @Test
  void aClosedOutputIsAnError() {
    assertOutputFailed(
        AssayProcess.run(Map.of(), inShell("exec \"$@\" >&-", "kernels", "--format", "json")));
  }

  @Test
  void anOutputThatNobodyReadsIsAnError() throws IOException {
    Process process =
        AssayProcess.start(AssayProcess.builder(Map.of(),
            AssayProcess.onModulePath("kernels", "--format", "json")));
    process.getInputStream().close();
    try (BufferedReader err = process.errorReader()) {
      String message = String.join("\n", err.lines().toList());
      assertOutputFailed(new AssayProcess(process.onExit().join().exitValue(), "", message));
    }
  }

  @Test
  void aClosedErrorStreamDisturbsNothing() {
    AssayProcess process =
        AssayProcess.run(Map.of(), inShell("exec \"$@\" 2>&-", "backends", "--format", "json"));
    assertThat(process.status()).isZero();
    assertThat(process.json().get("selected").getAsString()).isEqualTo("reference-cpu");
  }

  @Test
  void anInterruptEndsItWithoutHalfAnAnswer() throws IOException {
    Process process = AssayProcess.start(AssayProcess.builder(
        Map.of(),
        AssayProcess.onModulePath("embed", "--repeat", "1000000", "--format", "json", TEXT)));
    try (BufferedReader err = process.errorReader()) {
      assertThat(err.readLine()).startsWith("assay: backend reference-cpu");
      // Through the handle: the process's own method would close its streams too.
      process.toHandle().destroy();
      assertThat(process.onExit().join().exitValue()).isEqualTo(128 + 15);
      assertThat(err.lines()).isEmpty();
      assertThat(process.getInputStream().readAllBytes()).isEmpty();
    }
  }

  private static void assertOutputFailed(AssayProcess process) {
    assertThat(process.status()).isEqualTo(4);
    assertThat(process.err()).contains("assay: output.failed: cannot write to standard output")
        .doesNotContain("\tat ");
  }

  private static List<String> inShell(String script, String... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    command.addAll(AssayProcess.onModulePath(arguments));
    return command;
  }
}
