package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import dev.assay.cli.output.Count;
import dev.assay.msl.reader.MslCheck;
import dev.assay.msl.reader.text.Diagnostic;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/**
 * What was read from MSL files, and whether they compile.
 *
 * @param files one per file, in the order given
 */
record MslCheckAnswer(List<MslCheck> files) implements Answer {
  @Override
  public boolean isNo() {
    return files.stream().anyMatch(file -> !file.ok() || !file.compiled().orElse(true));
  }

  @Override
  public void writeText(Writer out) throws IOException {
    for (MslCheck file : files) {
      for (Diagnostic diagnostic : file.diagnostics()) {
        out.write(diagnostic + "\n");
      }
      for (MslCheck.Kernel kernel : file.kernels()) {
        out.write(file.file() + ": " + kernel.name() + "\n");
        for (MslCheck.Parameter parameter : kernel.parameters()) {
          String index = parameter.index().isPresent()
              ? Integer.toString(parameter.index().getAsInt())
              : "?";
          out.write(String.format(Locale.ROOT, "  %s(%s) %s: %s, %s%n", parameter.kind(), index,
              parameter.name(), parameter.type(), parameter.access()));
        }
        for (MslCheck.Constant constant : kernel.constants()) {
          out.write(String.format(Locale.ROOT, "  function constant(%d) %s: %s%s%n",
              constant.index(), constant.name(), constant.type(),
              constant.optional() ? ", optional" : ""));
        }
      }
      out.write(String.format(Locale.ROOT, "%s: %s, %s%n", file.file(),
          Count.of(file.kernels().size(), "kernel"), outcome(file)));
    }
  }

  private static String outcome(MslCheck file) {
    String read = file.ok() ? "read without errors" : "read with errors";
    return read
        + file.compiled()
            .map(compiles -> compiles ? ", compiles" : ", does not compile")
            .orElse("");
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject().name("files").beginArray();
    for (MslCheck file : files) {
      out.beginObject();
      out.name("file").value(file.file());
      out.name("ok").value(file.ok());
      out.name("compiled").value(file.compiled().orElse(null));
      out.name("kernels").beginArray();
      for (MslCheck.Kernel kernel : file.kernels()) {
        write(out, kernel);
      }
      out.endArray();
      out.name("diagnostics").beginArray();
      for (Diagnostic diagnostic : file.diagnostics()) {
        out.beginObject();
        out.name("file").value(diagnostic.position().part());
        out.name("line").value(diagnostic.position().line());
        out.name("column").value(diagnostic.position().column());
        out.name("severity").value(diagnostic.severity().name().toLowerCase(Locale.ROOT));
        out.name("message").value(diagnostic.message());
        out.endObject();
      }
      out.endArray().endObject();
    }
    out.endArray().endObject();
  }

  private static void write(JsonWriter out, MslCheck.Kernel kernel) throws IOException {
    out.beginObject();
    out.name("name").value(kernel.name());
    out.name("parameters").beginArray();
    for (MslCheck.Parameter parameter : kernel.parameters()) {
      out.beginObject();
      out.name("name").value(parameter.name());
      out.name("index");
      if (parameter.index().isPresent()) {
        out.value(parameter.index().getAsInt());
      } else {
        out.nullValue();
      }
      out.name("kind").value(parameter.kind());
      out.name("type").value(parameter.type());
      out.name("access").value(parameter.access());
      out.endObject();
    }
    out.endArray();
    out.name("constants").beginArray();
    for (MslCheck.Constant constant : kernel.constants()) {
      out.beginObject();
      out.name("index").value(constant.index());
      out.name("name").value(constant.name());
      out.name("type").value(constant.type());
      out.name("optional").value(constant.optional());
      out.endObject();
    }
    out.endArray().endObject();
  }
}
