package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Execution;
import dev.assay.spi.data.DType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the flight recorder sees of submissions, once it looks. */
class WorkEventsTest {
  @Test
  void eachSubmissionIsEncodedCommittedWaitedForAndEnded(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("work.jfr");
    try (Fixture f = new Fixture(); Recording recording = new Recording()) {
      Execution execution = f.queue.execution("again",
          f.scale
              .bake(Fixture.scaling(f.filled("x", 1).view(DType.F32),
                  f.filled("out", 0).view(DType.F32), 2), "scale")
              .newValues());
      execution.submit();
      execution.await();
      recording.start();
      for (int i = 0; i < 3; i++) {
        execution.submit();
        execution.await();
      }
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> seen = RecordingFile.readAllEvents(file)
        .stream()
        .filter(event -> event.getEventType().getName().startsWith("dev.assay."))
        .toList();
    assertThat(seen).allMatch(event -> event.getString("submission").equals("again")
        && event.getString("queue").equals("queue"));
    Map<String, Long> counts = seen.stream()
        .collect(Collectors.groupingBy(event -> event.getEventType().getName(),
            Collectors.counting()));
    assertThat(counts).isEqualTo(Map.of("dev.assay.Encode", 3L, "dev.assay.Commit", 3L,
        "dev.assay.Submission", 3L, "dev.assay.Wait", 3L));
  }
}
