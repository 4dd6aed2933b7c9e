package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Records the events of all backends and writes them as a timeline in the Trace Event Format, which Perfetto and
 * {@code chrome://tracing} open: a track for each thread that compiles, encodes, commits or waits, one for each queue's
 * submissions in flight, and one for the device time of each queue.
 *
 * @see <a href="https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU">Trace Event Format</a>
 */
final class Trace {
  private static final String PREFIX = "dev.assay.";
  private static final String SUBMISSION = PREFIX + "Submission";
  private static final List<String> EVENTS = List.of(PREFIX + "Compile", PREFIX + "Encode",
      PREFIX + "Commit", PREFIX + "Wait", SUBMISSION);

  private final Path file;
  private final Path unfinished;
  private final Recording recording;
  private final Map<String, Integer> tracks = new LinkedHashMap<>();

  private Trace(Path file, Path unfinished, Recording recording) {
    this.file = file;
    this.unfinished = unfinished;
    this.recording = recording;
  }

  private static Trace start(Path file) {
    Path unfinished;
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a folder");
      }
      Path folder = file.toAbsolutePath().getParent();
      unfinished = Files.createTempFile(folder, ".assay-trace-", ".json");
    } catch (IOException refused) {
      throw new InvalidInputException(
          Problem.of(CliCodes.USAGE_INVALID, "the trace file '" + file + "' cannot be written")
              .expected("a file in a folder that can be written", FileReasons.writing(refused)));
    }
    Recording recording = new Recording();
    EVENTS.forEach(event -> recording.enable(event).withoutThreshold().withoutStackTrace());
    recording.start();
    return new Trace(file, unfinished, recording);
  }

  /**
   * Does the work and leaves its timeline in the file, also when it fails: that is when somebody wants to see it. A file
   * that cannot be written is an error before any work is done.
   */
  static <T> T during(Path file, Supplier<T> work) {
    Trace trace = start(file);
    try (trace.recording) {
      Throwable failure = null;
      try {
        return work.get();
      } catch (Throwable thrown) {
        failure = thrown;
        throw thrown;
      } finally {
        trace.finish(failure);
      }
    }
  }

  private void finish(@Nullable Throwable failure) {
    try {
      put();
    } catch (IOException e) {
      UncheckedIOException unwritten = new UncheckedIOException(e);
      if (failure == null) {
        throw unwritten;
      }
      failure.addSuppressed(unwritten);
    }
  }

  /** Stops, and puts the timeline in place as a whole. */
  private void put() throws IOException {
    Path flight = Files.createTempFile("assay-trace-", ".jfr");
    try {
      recording.stop();
      recording.dump(flight);
      try (Writer out = Files.newBufferedWriter(unfinished);
          JsonWriter json = new JsonWriter(out)) {
        write(json, RecordingFile.readAllEvents(flight));
      }
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(flight);
      Files.deleteIfExists(unfinished);
    }
  }

  private void write(JsonWriter json, List<RecordedEvent> events) throws IOException {
    Instant origin =
        events.stream()
            .map(RecordedEvent::getStartTime)
            .min(Instant::compareTo)
            .orElse(Instant.EPOCH);
    json.beginObject().name("displayTimeUnit").value("ns").name("traceEvents").beginArray();
    for (RecordedEvent event : events) {
      String kind = event.getEventType().getName().substring(PREFIX.length());
      if (event.getEventType().getName().equals(SUBMISSION)) {
        String queue = event.getString("queue");
        slice(json, event.getString("submission"), kind, "in flight: " + queue,
            Duration.between(origin, event.getStartTime()), event.getDuration(), event);
        Duration device = event.getDuration("deviceTime");
        slice(json, event.getString("submission"), "Device", "device: " + queue,
            Duration.between(origin, event.getEndTime()).minus(device), device, event);
      } else {
        String name = kind.equals("Compile")
            ? event.getString("pipeline")
            : event.getString("submission");
        slice(json, kind + " " + name, kind, thread(event.getThread()),
            Duration.between(origin, event.getStartTime()), event.getDuration(), event);
      }
    }
    for (Map.Entry<String, Integer> track : tracks.entrySet()) {
      json.beginObject();
      json.name("ph").value("M").name("name").value("thread_name");
      json.name("pid").value(1).name("tid").value(track.getValue());
      json.name("args").beginObject().name("name").value(track.getKey()).endObject();
      json.endObject();
    }
    json.endArray().endObject();
  }

  private static String thread(@Nullable RecordedThread thread) {
    return thread == null ? "unknown thread" : "thread " + thread.getJavaName();
  }

  private void slice(JsonWriter json, String name, String category, String track, Duration start,
      Duration length, RecordedEvent event) throws IOException {
    json.beginObject();
    json.name("ph").value("X").name("name").value(name).name("cat").value(category);
    json.name("pid")
        .value(1)
        .name("tid")
        .value(tracks.computeIfAbsent(track, each -> tracks.size() + 1));
    json.name("ts").value(micros(start)).name("dur").value(micros(length));
    json.name("args").beginObject();
    for (String field : List.of("backend", "queue", "failed")) {
      if (event.hasField(field)) {
        json.name(field).value(event.getValue(field).toString());
      }
    }
    json.endObject().endObject();
  }

  private static double micros(Duration duration) {
    return duration.toNanos() / (double) TimeUnit.MICROSECONDS.toNanos(1);
  }
}
