package dev.assay.msl.compiler;

import dev.assay.msl.MslCodes;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.Diagnostic;
import dev.assay.msl.reader.text.Severity;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the reader and the compiler say of one source, together. */
final class Findings {
  private Findings() {}

  /** Both lists, without what the compiler says of a line that the reader found wrong already. */
  static List<Diagnostic> merge(List<Diagnostic> reader, List<Diagnostic> compiler) {
    Set<String> wrong =
        reader.stream()
            .filter(d -> d.severity() == Severity.ERROR)
            .map(Findings::line)
            .collect(Collectors.toSet());
    List<Diagnostic> all = new ArrayList<>(reader);
    boolean kept = true;
    for (Diagnostic diagnostic : compiler) {
      kept = diagnostic.severity() == Severity.NOTE ? kept : !wrong.contains(line(diagnostic));
      if (kept) {
        all.add(diagnostic);
      }
    }
    return all;
  }

  private static String line(Diagnostic diagnostic) {
    return diagnostic.position().part() + ":" + diagnostic.position().line();
  }

  /** What messages call a source: the names of its parts. */
  static String name(MslSource source) {
    return source.parts().stream().map(SourcePart::name).collect(Collectors.joining(" + "));
  }

  /** The error that carries every finding that is one. */
  static InvalidInputException invalid(MslSource source, List<Diagnostic> diagnostics) {
    List<Problem> problems = new ArrayList<>();
    for (Diagnostic diagnostic : diagnostics) {
      if (diagnostic.severity() == Severity.ERROR) {
        String place = diagnostic.position().line() == 0
            ? name(source)
            : diagnostic.position().toString();
        problems.add(Problem.of(MslCodes.SOURCE_INVALID, diagnostic.message()).at(place));
      }
    }
    if (problems.isEmpty()) {
      problems.add(
          Problem.of(MslCodes.SOURCE_INVALID, "the compiler refused the source").at(name(source)));
    }
    return new InvalidInputException(problems);
  }
}
