package dev.assay.msl.compiler;

import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.Severity;
import dev.assay.msl.reader.text.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads clang's messages of the form {@code file:line:column: severity: text}. */
final class DiagnosticParser {
  private static final Pattern LINE =
      Pattern.compile("(.*?):(\\d{1,9}):(\\d{1,9}): (fatal error|error|warning|note): (.*)");

  private DiagnosticParser() {}

  /**
   * The findings at places of the author's text.
   *
   * @param file the file that the unit was written to
   */
  static List<Diagnostic> parse(String messages, String file, UnitText unit) {
    List<Diagnostic> diagnostics = new ArrayList<>();
    int homeless = -1;
    for (String line : messages.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        if (line.contains("error:")) {
          diagnostics.add(
              new Diagnostic(new SourcePosition("<compiler>", 0, 0), Severity.ERROR, line.strip()));
        }
        continue;
      }
      boolean own = matcher.group(1).equals(file);
      SourcePosition position = own
          ? unit.position(Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)))
          : new SourcePosition("<metal>", Integer.parseInt(matcher.group(2)), 0);
      Severity severity = severity(matcher.group(4));
      if (severity == Severity.NOTE && own && homeless >= 0) {
        // What went wrong inside the library is told at the line that led there.
        Diagnostic inside = diagnostics.get(homeless);
        diagnostics.set(
            homeless, new Diagnostic(position, inside.severity(), inside.message()));
        homeless = -1;
      }
      if (severity != Severity.NOTE) {
        homeless = own ? -1 : diagnostics.size();
      }
      diagnostics.add(new Diagnostic(position, severity, matcher.group(5)));
    }
    return diagnostics;
  }

  private static Severity severity(String word) {
    return switch (word) {
      case "warning" -> Severity.WARNING;
      case "note" -> Severity.NOTE;
      default -> Severity.ERROR;
    };
  }
}
