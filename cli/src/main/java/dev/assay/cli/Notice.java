package dev.assay.cli;

import com.google.gson.stream.JsonWriter;
import dev.assay.cli.output.Answer;
import java.io.IOException;
import java.io.Writer;

/**
 * A text about the command itself.
 *
 * @param name the field that holds it in JSON
 * @param text whole lines
 */
record Notice(String name, String text) implements Answer {
  @Override
  public void writeText(Writer out) throws IOException {
    out.write(text);
  }

  @Override
  public void writeJson(JsonWriter out) throws IOException {
    out.beginObject().name(name).value(text.strip()).endObject();
  }
}
