package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Count;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/**
 * What a dispatch costs in each mode.
 *
 * @param backend the id of the backend
 * @param device what it ran on
 * @param count dispatches in one submission
 * @param results one per mode
 */
record BenchAnswer(String backend, String device, int count, List<Result> results)
    implements Answer {

  /**
   * The medians of one mode.
   *
   * @param path the mode
   * @param encodeNanosPerDispatch time of the encoding thread
   * @param deviceNanosPerDispatch time of the device
   * @param latencyMicros from commit to completion of the whole submission
   * @param bytesAllocatedPerDispatch on the Java heap by the encoding thread while it encodes
   */
  record Result(
      String path,
      double encodeNanosPerDispatch,
      double deviceNanosPerDispatch,
      double latencyMicros,
      double bytesAllocatedPerDispatch) {}

  @Override
  public void writeText(Writer out) throws IOException {
    out.write(String.format(Locale.ROOT, "%s a submission on %s%n",
        Count.of(count, "dispatch", "dispatches"), backend));
    writeText(out, results);
  }

  /** A line for each mode. */
  static void writeText(Writer out, List<Result> results) throws IOException {
    for (Result result : results) {
      out.write(String.format(Locale.ROOT,
          "  %-12s encode %8.0f ns, device %8.0f ns, %8.1f bytes a dispatch; latency %8.1f us%n",
          result.path, result.encodeNanosPerDispatch, result.deviceNanosPerDispatch,
          result.bytesAllocatedPerDispatch, result.latencyMicros));
    }
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("backend").value(backend);
    out.name("device").value(device);
    out.name("count").value(count);
    out.name("results");
    writeJson(out, results);
    out.endObject();
  }

  /** An object for each mode, as an array. */
  static void writeJson(JsonWriter out, List<Result> results) throws IOException {
    out.beginArray();
    for (Result result : results) {
      out.beginObject();
      out.name("path").value(result.path);
      out.name("encodeNanosPerDispatch").value(result.encodeNanosPerDispatch);
      out.name("deviceNanosPerDispatch").value(result.deviceNanosPerDispatch);
      out.name("latencyMicros").value(result.latencyMicros);
      out.name("bytesAllocatedPerDispatch").value(result.bytesAllocatedPerDispatch);
      out.endObject();
    }
    out.endArray();
  }
}
