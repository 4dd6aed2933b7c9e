package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Printable;
import dev.assay.cli.output.TextTable;
import dev.assay.runtime.discovery.BackendEntry;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The backends that are installed.
 *
 * @param selected the one that commands take, null where none is usable
 * @param backends all, the selected one among them
 */
record BackendListing(@Nullable BackendEntry selected, List<BackendEntry> backends)
    implements Answer {
  private static final int MOST_CODE_POINTS = 200;

  @Override
  public void writeText(Writer out) throws IOException {
    table().write(out);
    out.write(selected == null
        ? "No backend is usable.\n"
        : "* is selected; --backend ID selects another.\n");
  }

  /** A row for each. */
  TextTable table() {
    TextTable table =
        new TextTable("", "ID", "STATE", "RANK", "VERSION", "SPI", "DEVICE OR REASON", "JAR");
    for (BackendEntry backend : backends) {
      table.row(
          backend.equals(selected) ? "*" : " ",
          backend.id(),
          backend.state().toString(),
          cell(backend.rank()),
          cell(backend.version()),
          cell(backend.spiVersion()),
          cell(backend.device() == null ? backend.reason() : backend.device()),
          Printable.fileName(backend.jar()));
    }
    return table;
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject()
        .name("selected")
        .value(selected == null ? null : selected.id())
        .name("backends");
    writeBackends(out);
    out.endObject();
  }

  /** Writes them as an array. */
  void writeBackends(JsonWriter out) throws IOException {
    out.beginArray();
    for (BackendEntry backend : backends) {
      out.beginObject();
      out.name("id").value(backend.id());
      out.name("version").value(backend.version());
      out.name("spiVersion").value(backend.spiVersion());
      out.name("jar").value(backend.jar());
      out.name("state").value(backend.state().toString());
      out.name("reason").value(backend.reason());
      out.name("rank").value(backend.rank());
      out.name("device").value(backend.device());
      out.name("selected").value(backend.equals(selected));
      out.endObject();
    }
    out.endArray();
  }

  private static String cell(@Nullable Object value) {
    return value == null ? "-" : Printable.line(value.toString(), MOST_CODE_POINTS);
  }
}
