package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParityCommandTest {
  @TempDir
  Path folder;

  @Test
  void casesThatPassAndThoseThatAreNotCoveredAreCounted() throws IOException {
    write("same", "Identity", 3);
    write("other", "Mystery", 3);

    Run run = Run.of("parity", "--onnx", folder.toString(), "--format", "json");

    assertThat(run.status()).as(run.out()).isZero();
    JsonObject answer = run.json();
    assertThat(answer.get("backend").getAsString()).isEqualTo("reference-cpu");
    assertThat(answer.get("device").getAsString()).isNotBlank();
    assertThat(answer.get("executed").getAsInt()).isOne();
    assertThat(answer.get("passed").getAsInt()).isOne();
    assertThat(answer.get("failed").getAsInt()).isZero();
    assertThat(answer.getAsJsonArray("failures")).isEmpty();
    assertThat(answer.getAsJsonObject("uncovered").toString()).isEqualTo("{\"Mystery\":1}");
    assertThat(answer.getAsJsonArray("uncoveredCases").get(0).toString())
        .isEqualTo("{\"case\":\"other\",\"operator\":\"Mystery\","
            + "\"reason\":\"operator Mystery is not covered\"}");
  }

  @Test
  void aCaseThatFailsIsNamedWithWhatWasFound() throws IOException {
    write("wrong", "Identity", 4);

    Run run = Run.of("parity", "--onnx", folder.toString(), "--format", "json");

    assertThat(run.status()).isEqualTo(1);
    JsonObject failure = run.json().getAsJsonArray("failures").get(0).getAsJsonObject();
    assertThat(failure.get("case").getAsString()).isEqualTo("wrong");
    assertThat(failure.get("detail").getAsString()).contains("expected 4.0, found 3.0");
    assertThat(Run.of("parity", "--onnx", folder.toString()).out())
        .startsWith("failed wrong: ")
        .endsWith("1 case ran on reference-cpu: 0 passed, 1 failed; 0 need what is not covered\n");
  }

  @Test
  void nothingMeasuredIsNoSuccess() {
    Run run = Run.of("parity", "--onnx", folder.toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("nothing was measured");
  }

  @Test
  void aMissingFolderIsAnErrorOfTheInput() {
    Run missing =
        Run.of("parity", "--onnx", folder.resolve("none").toString(), "--format", "json");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.errorCode()).isEqualTo("file.unreadable");
  }

  @Test
  void kernelsRunInTheModesAskedForAndEveryFieldIsThere() {
    Run run = Run.of("parity", "--kernel", "assay:re?u", "--dtype", "f16", "--mode",
        "direct,resubmitted", "--seed", "7", "--backend", "reference-cpu", "--format", "json");

    assertThat(run.status()).as(run.out()).isZero();
    JsonObject answer = run.json();
    assertThat(answer.keySet()).contains("backend", "device", "build", "order", "seed",
        "executed", "passed", "failed", "skipped", "kernels", "casesByKernel", "modes",
        "failures");
    assertThat(answer.get("backend").getAsString()).isEqualTo("reference-cpu");
    assertThat(answer.get("seed").getAsLong()).isEqualTo(7);
    assertThat(answer.get("kernels").getAsInt()).isOne();
    int cases = answer.getAsJsonObject("casesByKernel").get("assay:relu").getAsInt();
    assertThat(cases).isGreaterThanOrEqualTo(12);
    assertThat(answer.get("executed").getAsInt()).isEqualTo(2 * cases)
        .isEqualTo(answer.get("passed").getAsInt());
    assertThat(answer.get("failed").getAsInt()).isZero();
    assertThat(answer.getAsJsonArray("skipped")).isEmpty();
    assertThat(answer.getAsJsonArray("failures")).isEmpty();
    assertThat(answer.get("modes").toString()).isEqualTo("[\"direct\",\"resubmitted\"]");
    assertThat(answer.getAsJsonArray("untried").asList()).isNotEmpty()
        .allSatisfy(each -> {
          assertThat(each.getAsJsonObject().keySet()).containsExactly("kernel", "implementation",
              "language", "dtype");
          assertThat(each.getAsJsonObject().get("dtype").getAsString()).isEqualTo("f16");
        });
  }

  @Test
  void peopleReadTheSeedAndTheCounts() {
    Run run = Run.of("parity", "--kernel", "assay:relu", "--dtype", "f32", "--mode", "baked");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out()).startsWith("1 kernel on reference-cpu (")
        .contains("modes baked, seed 1\n")
        .endsWith("""
             passed, 0 failed; 0 skipped
            not tried: the msl implementations of assay:relu; --backend metal runs them
            """);
  }

  @Test
  void mutantsAreCountedAndNamedWhereTheyCannotBeToldApart() {
    Run run = Run.of("parity", "--mutants", "--kernel", "assay:add", "--seed", "3", "--backend",
        "reference-cpu", "--format", "json");

    assertThat(run.status()).as(run.out()).isZero();
    JsonObject answer = run.json();
    assertThat(answer.keySet()).containsExactly("mutants", "killed", "survivors", "equivalent");
    assertThat(answer.get("mutants").getAsInt()).isGreaterThan(100)
        .isEqualTo(answer.get("killed").getAsInt());
    assertThat(answer.getAsJsonArray("survivors")).isEmpty();
    assertThat(answer.getAsJsonArray("equivalent").asList()).hasSizeBetween(1, 5)
        .allSatisfy(each -> {
          assertThat(each.getAsJsonObject().keySet()).containsExactly("mutant", "reason");
          assertThat(each.getAsJsonObject().get("mutant").getAsString())
              .matches("kernel: [a-z-]+ in assay:add, params.rank");
        });
  }

  @Test
  void aRunThatExecutesNothingIsNoSuccess() {
    Run run = Run.of("parity", "--kernel", "assay:relu", "--dtype", "i8", "--format", "json");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.json().get("executed").getAsInt()).isZero();
    assertThat(run.json().get("failed").getAsInt()).isOne();
  }

  @Test
  void whatIsNotThereIsAnErrorOfTheInput() {
    assertThat(error("--kernel", "assay:rellu")).isEqualTo("kernel.unknown");
    assertThat(error("--dtype", "f8")).isEqualTo("usage.invalid");
    assertThat(error("--mode", "direct,guessed")).isEqualTo("usage.invalid");
    assertThat(error("--seed", "one")).isEqualTo("usage.invalid");
    assertThat(error("--replay", folder.resolve("none.json").toString()))
        .isEqualTo("parity.bundle_invalid");
    assertThat(error("--onnx", folder.toString(), "--kernel", "*")).isEqualTo("usage.invalid");
    assertThat(error("--mutants", "--mode", "direct")).isEqualTo("usage.invalid");
    assertThat(error("--mutants", "--onnx", folder.toString())).isEqualTo("usage.invalid");
    assertThat(error("--mutants", "--kernel", "assay:rellu")).isEqualTo("kernel.unknown");
    assertThat(error("--replay", "x", "--seed", "1")).isEqualTo("usage.invalid");
  }

  @Test
  void aBuildOrOrderThatTheBackendDoesNotHaveIsRefusedAndNotTakenForGranted() {
    assertThat(error("--build", "slow")).isEqualTo("usage.invalid");
    Run run = Run.of("parity", "--build", "fast", "--order", "seeded", "--format", "json");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errorCode()).isEqualTo("backend.setting_invalid");
    assertThat(run.errorMessage())
        .contains("'reference-cpu' has no setting 'build'", "has no setting 'order'");
  }

  @Test
  void aReportForABrowserIsWrittenBesideTheAnswer() throws IOException {
    Path page = folder.resolve("report.html");
    Run run = Run.of("parity", "--kernel", "assay:relu", "--dtype", "f32", "--mode",
        "direct,baked", "--report", page.toString(), "--format", "json");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.json().get("report").getAsString()).isEqualTo(page.toRealPath().toString());
    assertThat(Files.readString(page)).contains("Parity of reference-cpu", "✓ Passed",
        "assay:relu", run.json().get("device").getAsString(), "Java " + Runtime.version(),
        "./assay parity --kernel assay:relu --dtype f32 --mode direct,baked");
  }

  @Test
  void aReportThatCannotBeWrittenIsAnErrorBeforeTheRun() {
    assertThat(error("--report", folder.resolve("none/report.html").toString()))
        .isEqualTo("report.unwritable");
    assertThat(error("--onnx", folder.toString(), "--report", "x.html"))
        .isEqualTo("usage.invalid");
  }

  private static String error(String... options) {
    Run run = Run.of(Stream.of(Stream.of("parity"), Stream.of(options),
        Stream.of("--format", "json")).flatMap(each -> each).toArray(String[]::new));
    assertThat(run.status()).as(run.out()).isEqualTo(2);
    return run.errorCode();
  }

  private void write(String name, String operator, float expected) throws IOException {
    String value = "{\"name\": \"%s\", \"dtype\": \"float32\", \"shape\": []}";
    Files.writeString(folder.resolve(name + ".json"),
        "{\"case\": \"" + name + "\", \"op\": \"" + operator + "\", \"attributes\": {},"
            + " \"node_inputs\": [\"x\"], \"inputs\": [" + value.formatted("x")
            + "], \"outputs\": [" + value.formatted("y") + "]}");
    Files.write(folder.resolve(name + ".bin"), ByteBuffer.allocate(8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putFloat(3)
        .putFloat(expected)
        .array());
  }
}
