package dev.assay.msl;

/**
 * What the compiler says of a place in the author's text.
 *
 * @param file the source's name or an included file's path
 * @param line from 1; 0 where the message belongs to no line
 * @param column from 1; 0 likewise
 * @param severity how bad it is
 * @param message one sentence
 */
public record MslDiagnostic(
    String file,
    int line,
    int column,
    Severity severity,
    String message) {

  /** How bad a diagnostic is. */
  public enum Severity {
    ERROR,
    WARNING,
    NOTE
  }

  /** The form {@code file:line:column: error: message} of compilers. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column + ": "
        + severity.name().toLowerCase(java.util.Locale.ROOT)
        + ": " + message;
  }
}
