package dev.assay.cli;

import com.google.gson.JsonObject;

import dev.assay.runtime.discovery.SearchPath;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One run of the command in this process.
 *
 * @param status the exit status
 * @param out all of standard output
 * @param err all of standard error
 */
record Run(int status, String out, String err) {
  /** Runs the command with what class path and module path hold. */
  static Run of(String... arguments) {
    return of(SearchPath.standard(), arguments);
  }

  /** Runs the command with what a search path holds. */
  static Run of(SearchPath path, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Streams streams =
        new Streams(out, new PrintStream(err, true, StandardCharsets.UTF_8), false);
    int status = new Cli(streams, path, Map.of()).run(arguments);
    return new Run(status, out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8));
  }

  /** Standard output as the one JSON document that it must be. */
  JsonObject json() {
    return StrictJson.parse(out).getAsJsonObject();
  }

  /** The code of the error on standard output. */
  String errorCode() {
    return json().getAsJsonObject("error").get("code").getAsString();
  }

  /** The message of the error on standard output. */
  String errorMessage() {
    return json().getAsJsonObject("error").get("message").getAsString();
  }
}
