package dev.assay.msl.reader.text;

import java.util.Locale;

/** One finding about the text. */
public record Diagnostic(SourcePosition position, Severity severity, String message) {

  /** {@code part:line:column: severity: message}. */
  @Override
  public String toString() {
    return position + ": " + severity.name().toLowerCase(Locale.ROOT) + ": " + message;
  }
}
