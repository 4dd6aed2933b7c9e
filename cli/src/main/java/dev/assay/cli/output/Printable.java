package dev.assay.cli.output;

/** Texts of unknown origin in a form that a terminal shows as they are and does not obey. */
public final class Printable {
  /** Long enough for a message with its parts, short enough for a line of a log. */
  private static final int MOST_OF_A_MESSAGE = 600;

  private Printable() {}

  /** A message, which may have several lines, on one. */
  public static String message(String text) {
    return line(text.replace('\n', ' '), MOST_OF_A_MESSAGE);
  }

  /** The text on one line: control characters as escapes, cut after {@code most} code points. */
  public static String line(String text, int most) {
    StringBuilder line = new StringBuilder();
    text.codePoints().limit(most).forEach(point -> append(line, point));
    return text.codePointCount(0, text.length()) > most
        ? line.append('…').toString()
        : line.toString();
  }

  /** The text on as many lines as it has: control characters but line feeds as escapes. */
  public static String lines(String text) {
    StringBuilder lines = new StringBuilder();
    text.codePoints().forEach(point -> {
      if (point == '\n') {
        lines.append('\n');
      } else {
        append(lines, point);
      }
    });
    return lines.toString();
  }

  /** The last part of a path or location. */
  public static String fileName(String location) {
    return location.substring(Math.max(location.lastIndexOf('/'), location.lastIndexOf('\\')) + 1);
  }

  private static void append(StringBuilder line, int point) {
    int type = Character.getType(point);
    if (type == Character.CONTROL || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE) {
      line.append(String.format("\\u%04x", point));
    } else {
      line.appendCodePoint(point);
    }
  }
}
