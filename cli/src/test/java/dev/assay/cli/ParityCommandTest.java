package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
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
        .endsWith("1 cases ran on reference-cpu: 0 passed, 1 failed; 0 need what is not covered\n");
  }

  @Test
  void nothingMeasuredIsNoSuccess() {
    Run run = Run.of("parity", "--onnx", folder.toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("nothing was measured");
  }

  @Test
  void aMissingFolderAndNoFolderAreErrorsOfTheInput() {
    Run missing =
        Run.of("parity", "--onnx", folder.resolve("none").toString(), "--format", "json");
    Run none = Run.of("parity", "--format", "json");

    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.errorCode()).isEqualTo("file.unreadable");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.errorCode()).isEqualTo("usage.invalid");
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
