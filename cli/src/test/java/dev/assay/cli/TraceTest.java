package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --trace}: a file that trace viewers open. */
class TraceTest {
  @TempDir
  Path folder;

  private List<JsonObject> events(Path file) throws IOException {
    JsonObject trace = StrictJson.parse(Files.readString(file)).getAsJsonObject();
    return StreamSupport.stream(trace.getAsJsonArray("traceEvents").spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  @Test
  void showsCompilingEncodingCommittingAndWaitingOnNamedTracks() throws IOException {
    Path file = folder.resolve("trace.json");
    Run run = Run.of("parity", "--backend", "reference-cpu", "--kernel", "assay:relu", "--dtype",
        "f32", "--mode", "direct", "--trace", file.toString());
    assertThat(run.status()).as(run.out() + run.err()).isZero();

    Set<String> categories = new HashSet<>();
    Set<Integer> tracks = new HashSet<>();
    Set<Integer> named = new HashSet<>();
    for (JsonObject event : events(file)) {
      int track = event.get("tid").getAsInt();
      switch (event.get("ph").getAsString()) {
        case "X" -> {
          categories.add(event.get("cat").getAsString());
          tracks.add(track);
          assertThat(event.get("dur").getAsDouble()).isNotNegative();
          assertThat(event.get("ts").getAsDouble() + event.get("dur").getAsDouble())
              .isNotNegative();
          assertThat(event.get("name").getAsString()).isNotBlank();
        }
        case "M" -> named.add(track);
        default -> throw new AssertionError(event);
      }
    }
    assertThat(categories)
        .containsExactlyInAnyOrder("Compile", "Encode", "Commit", "Wait", "Submission", "Device");
    assertThat(named).isEqualTo(tracks);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void isWrittenWhenTheWorkFailsToo() throws IOException {
    Path file = folder.resolve("trace.json");
    Run run = Run.of("parity", "--kernel", "nothing:*", "--trace", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(events(file)).isEmpty();
  }

  @Test
  void refusesAFileThatCannotBeWrittenBeforeAnyWork() throws IOException {
    Map<Path, String> reasons =
        Map.of(folder, "it is a folder", folder.resolve("none/trace.json"), "no such folder");
    for (Path file : reasons.keySet()) {
      Run run = Run.of("backends", "--trace", file.toString(), "--format", "json");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.errorMessage()).contains("the trace file '" + file + "' cannot be written",
          "actual: " + reasons.get(file));
    }
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
