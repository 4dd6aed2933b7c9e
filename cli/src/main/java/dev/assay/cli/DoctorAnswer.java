package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.parity.ParityReport;
import dev.assay.runtime.discovery.BackendEntry;
import dev.assay.spi.provider.Availability;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a machine can do, and why not more.
 *
 * @param machine Java and the system
 * @param backends the backends, and which one commands take
 * @param drivers what each driver of the Metal backend found; {@value #APPLE} is among them
 * @param compilerAbsence why kernels in MSL cannot be compiled here, or null where they can
 * @param cache where compiled kernels are kept
 * @param jars what plugins and backends came from, and what was left out
 * @param parity one case of each kernel on the selected backend
 * @param clocks what a dispatch costs there in each mode; none where it was not measured
 * @param error what was asked for and could not be had, or null for nothing
 */
record DoctorAnswer(
    MachineFacts machine,
    BackendListing backends,
    Map<String, Availability> drivers,
    @Nullable String compilerAbsence,
    CacheState cache,
    List<InstalledJar> jars,
    Parity parity,
    List<BenchAnswer.Result> clocks,
    @Nullable Throwable error) implements Answer {
  /** The driver of Apple's framework. */
  static final String APPLE = "apple";

  /**
   * What one case of each kernel showed.
   *
   * @param report the run, or null where there was none
   * @param reason why there was none, or null where there was one
   */
  record Parity(@Nullable ParityReport report, @Nullable String reason) {
    static Parity of(ParityReport report) {
      return new Parity(report, null);
    }

    static Parity none(String reason) {
      return new Parity(null, reason);
    }

    boolean isFailed() {
      return report != null && !report.isPassed();
    }
  }

  @Override
  public boolean isNo() {
    return parity.isFailed();
  }

  @Override
  public void writeText(Writer out) throws IOException {
    new DoctorText(this).write(out);
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("version").value(machine.assay());
    out.name("os").value(machine.os());
    out.name("java").value(machine.java());
    out.name("cores").value(machine.cores());
    out.name("heapBytes").value(machine.heapBytes());
    out.name("nativeAccess");
    writeFeatures(out, machine.nativeAccess());
    BackendEntry selected = backends.selected();
    out.name("selected").value(selected == null ? null : selected.id());
    out.name("backends");
    backends.writeBackends(out);
    out.name("metal");
    Availability apple = drivers.get(APPLE);
    if (apple != null) {
      write(out.beginObject(), apple);
      out.endObject();
    } else {
      out.nullValue();
    }
    out.name("drivers").beginObject();
    for (Map.Entry<String, Availability> driver : drivers.entrySet()) {
      out.name(driver.getKey()).beginObject();
      out.name("state")
          .value(driver.getValue() instanceof Availability.Usable ? "usable" : "unavailable");
      write(out, driver.getValue());
      out.endObject();
    }
    out.endObject();
    out.name("compiler").beginObject();
    out.name("usable").value(compilerAbsence == null);
    out.name("reason").value(compilerAbsence);
    out.endObject();
    out.name("cache").beginObject();
    out.name("folder").value(cache.folder().toString());
    out.name("exists").value(cache.exists());
    out.name("private").value(cache.isPrivate());
    out.name("writable").value(cache.isWritable());
    out.name("reason").value(cache.reason());
    out.endObject();
    writeJars(out);
    writeParity(out);
    out.name("clocks");
    BenchAnswer.writeJson(out, clocks);
    if (error != null) {
      Failure.of(error).writeField(out);
    }
    out.endObject();
  }

  private static void write(JsonWriter out, Availability found) throws IOException {
    switch (found) {
      case Availability.Usable(String device, var limits, var features) -> {
        out.name("device").value(device);
        out.name("limits").beginObject();
        for (Map.Entry<String, Long> limit : limits.entrySet()) {
          out.name(limit.getKey()).value(limit.getValue());
        }
        out.endObject();
        out.name("features");
        writeFeatures(out, features);
      }
      case Availability.Unavailable(String reason) -> out.name("reason").value(reason);
    }
  }

  private static void writeFeatures(JsonWriter out, Map<String, Boolean> features)
      throws IOException {
    out.beginObject();
    for (Map.Entry<String, Boolean> feature : features.entrySet()) {
      out.name(feature.getKey()).value(feature.getValue());
    }
    out.endObject();
  }

  private void writeJars(JsonWriter out) throws IOException {
    out.name("plugins").beginArray();
    for (InstalledJar jar : jars) {
      out.beginObject();
      out.name("jar").value(jar.jar());
      out.name("kernels").value(jar.kernels());
      out.name("implementations").value(jar.implementations());
      out.name("backends").beginArray();
      for (String backend : jar.backends()) {
        out.value(backend);
      }
      out.endArray();
      out.name("reason").value(jar.reason());
      out.endObject();
    }
    out.endArray();
  }

  private void writeParity(JsonWriter out) throws IOException {
    ParityReport report = parity.report();
    out.name("parity").beginObject();
    out.name("executed").value(report == null ? 0 : report.executed());
    out.name("passed").value(report == null ? 0 : report.passed());
    out.name("failed").value(report == null ? 0 : report.failed());
    out.name("reason").value(parity.reason());
    if (report != null) {
      out.name("skipped").beginArray();
      for (ParityReport.Skip skip : report.skipped()) {
        out.beginObject();
        out.name("case").value(skip.trial());
        out.name("reason").value(skip.reason());
        out.endObject();
      }
      out.endArray().name("failures").beginArray();
      for (ParityReport.Failure failure : report.failures()) {
        out.beginObject();
        out.name("case").value(failure.trial());
        out.name("kind").value(failure.kind());
        out.name("detail").value(failure.detail());
        out.endObject();
      }
      out.endArray();
    }
    out.endObject();
  }
}
