package dev.assay.suite.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code bench dispatch}, {@code explain} and {@code doctor} answer. */
class MeasuringCommandsTest {
  private static final List<String> FIGURES = List.of("encodeNanosPerDispatch",
      "deviceNanosPerDispatch", "latencyMicros", "bytesAllocatedPerDispatch");

  @Test
  void benchDispatchMeasuresEveryMode() {
    AssayProcess run =
        AssayProcess.inProcess("bench", "dispatch", "--count", "7", "--format", "json");
    assertThat(run.status()).as(run.err()).isZero();
    JsonObject document = run.json();
    assertThat(document.get("backend").getAsString()).isEqualTo("reference-cpu");
    assertThat(document.get("device").getAsString()).isNotBlank();
    assertThat(document.get("count").getAsInt()).isEqualTo(7);
    List<String> paths = new ArrayList<>();
    for (JsonElement each : document.getAsJsonArray("results")) {
      JsonObject result = each.getAsJsonObject();
      paths.add(result.get("path").getAsString());
      assertThat(FIGURES).allSatisfy(figure -> assertThat(result.get(figure).getAsDouble())
          .as("%s of %s", figure, result)
          .isFinite()
          .isNotNegative());
    }
    assertThat(paths).containsExactly("direct", "baked", "indirect", "resubmitted");
  }

  @Test
  void benchDispatchPrintsALineForEachMode() {
    AssayProcess run = AssayProcess.inProcess("bench", "dispatch", "--count", "1");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out().lines().map(line -> line.strip().replaceFirst(" .*", "")))
        .containsExactly("1", "direct", "baked", "indirect", "resubmitted");
  }

  @Test
  void whatCannotBeMeasuredIsAUsageError() {
    for (List<String> arguments : List.of(List.of("bench", "dispach"),
        List.of("bench", "dispatch", "--count", "0"), List.of("explain", "minilmm"))) {
      List<String> command = new ArrayList<>(arguments);
      command.addAll(List.of("--format", "json"));
      AssayProcess run = AssayProcess.inProcess(command.toArray(String[]::new));
      assertThat(run.status()).as("%s", arguments).isEqualTo(2);
      assertThat(run.errorCode()).as("%s", arguments).isNotBlank();
    }
  }

  @Test
  void theDoctorTriesEveryKernelOnTheHostDriverToo() {
    AssayProcess run = AssayProcess.inProcess("doctor", "--backend", "metal", "--format", "json");
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    JsonObject document = run.json();
    assertThat(document.get("selected").getAsString()).isEqualTo("metal");
    JsonObject parity = document.getAsJsonObject("parity");
    assertThat(parity.get("executed").getAsInt()).isGreaterThan(30)
        .isEqualTo(parity.get("passed").getAsInt());
    assertThat(parity.getAsJsonArray("skipped")).isEmpty();
    JsonObject host = document.getAsJsonObject("drivers").getAsJsonObject("host");
    assertThat(host.getAsJsonObject("limits").get("maxBufferBindings").getAsInt()).isEqualTo(31);
    assertThat(host.getAsJsonObject("features").get("indirectCommandBuffers").getAsBoolean())
        .isTrue();
    assertThat(document.getAsJsonArray("clocks")).hasSize(4);
  }

  @Test
  void explainMinilmAccountsForEveryCommand() {
    AssayProcess run = AssayProcess.inProcess("explain", "minilm", "--format", "json");
    assertThat(run.status()).as(run.err()).isZero();
    JsonObject document = run.json();
    assertThat(document.get("program").getAsString()).isEqualTo("minilm");
    assertThat(document.get("backend").getAsString()).isEqualTo("reference-cpu");
    int commands = document.get("commands").getAsInt();
    assertThat(commands).isGreaterThan(60);
    int inSegments = 0;
    int end = 0;
    for (JsonElement each : document.getAsJsonArray("segments")) {
      JsonObject segment = each.getAsJsonObject();
      assertThat(segment.get("start").getAsInt()).isGreaterThanOrEqualTo(end);
      end = segment.get("end").getAsInt();
      // No-ops have a place among the steps and are no commands.
      assertThat(segment.get("commands").getAsInt()).isPositive()
          .isLessThanOrEqualTo(end - segment.get("start").getAsInt());
      assertThat(segment.get("barriers").getAsInt()).isPositive();
      assertThat(segment.get("bytesOfConstants").getAsLong()).isPositive();
      inSegments += segment.get("commands").getAsInt();
    }
    for (JsonElement each : document.getAsJsonArray("direct")) {
      JsonObject direct = each.getAsJsonObject();
      assertThat(direct.get("command").getAsInt()).isNotNegative();
      assertThat(direct.get("kind").getAsString()).isIn("record", "opaque");
      assertThat(direct.get("reason").getAsString()).isNotBlank();
    }
    assertThat(inSegments + document.getAsJsonArray("direct").size()).isEqualTo(commands);
    assertThat(document.getAsJsonObject("byKind")
        .entrySet()
        .stream()
        .map(Map.Entry::getValue)
        .mapToInt(JsonElement::getAsInt)
        .sum()).isEqualTo(commands);
  }
}
