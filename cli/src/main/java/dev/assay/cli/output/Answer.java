package dev.assay.cli.output;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/** What a sub-command found out. It is complete before the first byte is written, so that an error never follows half of it. */
public interface Answer {
  /** Whether the work ran and found that something is not so; then the command ends with status 1. */
  default boolean isNo() {
    return false;
  }

  /**
   * What was asked for and could not be had although there is an answer, or null: the command ends as with this error alone,
   * which follows the answer on standard error in text and is a part of it in JSON.
   */
  default @Nullable Throwable error() {
    return null;
  }

  /** Writes it for a person, each line ended by a line feed. */
  void writeText(Writer out) throws IOException;

  /** Writes it as one JSON value, the same for scripts on every machine. */
  void writeJson(JsonWriter out) throws IOException;
}
