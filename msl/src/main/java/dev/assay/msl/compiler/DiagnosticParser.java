package dev.assay.msl.compiler;

import dev.assay.msl.MslDiagnostic;
import dev.assay.msl.MslDiagnostic.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads clang's messages of the form {@code file:line:column: severity: text}. */
final class DiagnosticParser {
  private static final Pattern LINE =
      Pattern.compile("(.*?):(\\d+):(\\d+): (fatal error|error|warning|note): (.*)");

  private DiagnosticParser() {}

  static List<MslDiagnostic> parse(String messages) {
    List<MslDiagnostic> diagnostics = new ArrayList<>();
    for (String line : messages.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        Severity severity =
            switch (matcher.group(4).toLowerCase(Locale.ROOT)) {
              case "warning" -> Severity.WARNING;
              case "note" -> Severity.NOTE;
              default -> Severity.ERROR;
            };
        diagnostics.add(
            new MslDiagnostic(
                matcher.group(1),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                severity,
                matcher.group(5)));
      } else if (line.contains("error:")) {
        diagnostics.add(new MslDiagnostic("", 0, 0, Severity.ERROR, line.strip()));
      }
    }
    return diagnostics;
  }
}
