package dev.assay.cli;

import dev.assay.cli.output.Count;
import dev.assay.cli.output.Printable;
import dev.assay.cli.output.TextTable;
import dev.assay.parity.ParityReport;
import dev.assay.runtime.discovery.BackendEntry;
import dev.assay.spi.provider.Availability;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A doctor's answer for a person: what there is, and in the last line what that comes to.
 *
 * @param answer what was found
 */
record DoctorText(DoctorAnswer answer) {
  private static final double MEBIBYTE = 1 << 20;
  private static final int MOST_COLUMNS = 100;
  private static final String INDIRECT = "indirectCommandBuffers";

  void write(Writer out) throws IOException {
    writeMachine(out);
    out.write("\nBackends\n");
    if (answer.backends().backends().isEmpty()) {
      out.write("  none is installed\n");
    } else {
      answer.backends().table().write(out);
    }
    writeDrivers(out);
    writeJars(out);
    writeParity(out);
    if (!answer.clocks().isEmpty()) {
      out.write("\nCost of a dispatch\n");
      BenchAnswer.writeText(out, answer.clocks());
    }
    out.write("\n" + summary() + "\n");
  }

  private void writeMachine(Writer out) throws IOException {
    MachineFacts machine = answer.machine();
    out.write("Assay          " + machine.assay() + "\n");
    out.write("Java           " + machine.java() + ", started from the "
        + (machine.isModular() ? "module path" : "class path") + "\n");
    out.write(String.format(Locale.ROOT,
        "System         %s, %s, at most %.0f MiB of Java heap%n", machine.os(),
        Count.of(machine.cores(), "core"), machine.heapBytes() / MEBIBYTE));
    List<String> without = machine.withoutNativeAccess();
    out.write("Native access  " + (without.isEmpty()
        ? "granted to " + String.join(", ", machine.nativeAccess().keySet())
        : "not granted to " + String.join(", ", without)
            + ": Java warns now and refuses later; start it with --enable-native-access="
            + String.join(",", machine.nativeAccess().keySet()))
        + "\n");
    String absence = answer.compilerAbsence();
    out.write("MSL compiler   "
        + (absence == null
            ? "here"
            : "not here, so nothing runs MSL on the CPU: " + Printable.message(absence))
        + "\n");
    out.write("Cache          " + Printable.message(answer.cache().folder().toString()) + ": "
        + answer.cache().describe() + "\n");
  }

  private void writeDrivers(Writer out) throws IOException {
    TextTable table = new TextTable("", "DRIVER", "STATE", "DEVICE OR REASON");
    answer.drivers()
        .forEach((name, found) -> table.row("", Printable.message(name), switch (found) {
          case Availability.Usable _ -> "usable";
          case Availability.Unavailable _ -> "unavailable";
        }, Printable.message(switch (found) {
          case Availability.Usable(String device, _, _) -> device;
          case Availability.Unavailable(String reason) -> reason;
        })));
    out.write("\nMetal\n");
    table.write(out);
    for (Map.Entry<String, Availability> driver : answer.drivers().entrySet()) {
      if (driver.getValue() instanceof Availability.Usable(_, var limits, var features)) {
        String name = Printable.message(driver.getKey());
        writeFacts(out, name + " limits: ", limits);
        writeFacts(out, name + " features: ", features);
      }
    }
  }

  private static void writeFacts(Writer out, String heading, Map<String, ?> facts)
      throws IOException {
    if (facts.isEmpty()) {
      return;
    }
    StringBuilder line = new StringBuilder("  " + heading);
    String gap = "";
    for (Map.Entry<String, ?> fact : facts.entrySet()) {
      String text = Printable.message(fact.getKey()) + " " + value(fact.getValue());
      if (line.length() + gap.length() + text.length() > MOST_COLUMNS) {
        out.write(line + ",\n");
        line = new StringBuilder("    ");
        gap = "";
      }
      line.append(gap).append(text);
      gap = ", ";
    }
    out.write(line + "\n");
  }

  private static String value(@Nullable Object value) {
    return Boolean.TRUE.equals(value)
        ? "yes"
        : Boolean.FALSE.equals(value) ? "no"
        : String.valueOf(value);
  }

  private void writeJars(Writer out) throws IOException {
    out.write("\nJars\n");
    TextTable table = new TextTable("", "JAR", "HOLDS");
    for (InstalledJar jar : answer.jars()) {
      table.row("", Printable.message(Printable.fileName(jar.jar())),
          Printable.message(jar.describe()));
    }
    table.write(out);
  }

  private void writeParity(Writer out) throws IOException {
    out.write("\nOne case of each kernel\n");
    ParityReport report = answer.parity().report();
    if (report == null) {
      out.write("  none: " + answer.parity().reason() + "\n");
      return;
    }
    for (ParityReport.Failure failure : report.failures()) {
      out.write("  wrong: " + Printable.message(failure.trial()) + ": " + failure.kind() + ": "
          + Printable.message(failure.detail()) + "\n");
    }
    for (ParityReport.Skip skip : report.skipped()) {
      out.write("  skipped: " + Printable.message(skip.trial()) + ": "
          + Printable.message(skip.reason()) + "\n");
    }
    out.write("  " + report.passed() + " of " + report.executed() + " right on "
        + Printable.message(report.backend()) + "\n");
  }

  /** What all of it comes to, and why it is not more. */
  private String summary() {
    List<String> sentences = new ArrayList<>();
    sentences.add(result());
    if (answer.error() != null && answer.backends().selected() != null) {
      sentences.add("Not all that was asked for could be had; the error says what.");
    }
    switch (answer.drivers().get(DoctorAnswer.APPLE)) {
      case Availability.Unavailable(String reason) ->
          sentences.add(sentence("No Apple GPU: " + Printable.message(reason)));
      case Availability.Usable(_, _, var features) ->
          sentences.addAll(Boolean.FALSE.equals(features.get(INDIRECT))
              ? List.of("This Apple device has no indirect command buffers, and proves nothing"
                  + " for them.")
              : List.of());
      case null -> {
        // A caller that did not ask.
      }
    }
    String reason = answer.cache().reason();
    if (reason != null) {
      sentences.add(sentence("The cache folder cannot be used: " + Printable.message(reason)));
    }
    return String.join(" ", sentences);
  }

  private String result() {
    BackendEntry selected = answer.backends().selected();
    if (selected == null) {
      return answer.error() == null
          ? "Nothing runs here: no backend is usable."
          : "Nothing ran: what was asked for cannot be had.";
    }
    String id = Printable.message(selected.id());
    if (answer.parity().report() == null) {
      return sentence("Nothing was proven on " + id + ": " + answer.parity().reason());
    }
    if (answer.isNo()) {
      return "Do not trust " + id + " here: not every kernel is right; see ./assay parity"
          + " --backend " + id + ".";
    }
    return "Kernels run here on " + id + " ("
        + Printable.message(String.valueOf(selected.device()))
        + "), and the one case of each that was tried is right; ./assay parity tries all.";
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }
}
