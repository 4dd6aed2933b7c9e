package dev.assay.cli.output;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;

/** What a sub-command found out. It is complete before the first byte is written, so that an error never follows half of it. */
public interface Answer {
  /** Whether the work ran and found that something is not so; then the command ends with status 1. */
  default boolean isNo() {
    return false;
  }

  /** Writes it for a person, each line ended by a line feed. */
  void writeText(Writer out) throws IOException;

  /** Writes it as one JSON value, the same for scripts on every machine. */
  void writeJson(JsonWriter out) throws IOException;
}
