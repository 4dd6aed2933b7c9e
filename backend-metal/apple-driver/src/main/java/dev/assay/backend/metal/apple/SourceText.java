package dev.assay.backend.metal.apple;

import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.msl.reader.text.SourcePosition;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The one text that Metal's compiler is given, and the way back from its lines to the author's. Immutable. */
final class SourceText {
  /** Metal's compiler calls the text {@code program_source}. */
  private static final Pattern FINDING =
      Pattern.compile("program_source:(\\d{1,9}):(\\d{1,9}): (?:fatal )?error: (.*)");

  private final String text;
  private final List<Start> starts;

  /** A part and the line of the whole that its first line is, counted from 1. */
  private record Start(String part, int line) {}

  SourceText(MslSource source) {
    StringBuilder whole = new StringBuilder();
    this.starts = new ArrayList<>();
    int line = 1;
    for (Map.Entry<String, String> define : source.defines().entrySet()) {
      whole.append("#define ")
          .append(define.getKey())
          .append(' ')
          .append(define.getValue())
          .append('\n');
      line++;
    }
    for (SourcePart part : source.parts()) {
      starts.add(new Start(part.name(), line));
      whole.append(part.text()).append('\n');
      line += 1 + (int) part.text().chars().filter(each -> each == '\n').count();
    }
    this.text = whole.toString();
  }

  /** The whole text. */
  String text() {
    return text;
  }

  /** The author's place of a line and column of the whole. */
  SourcePosition position(int line, int column) {
    Start found = new Start("<defines>", 1);
    for (Start start : starts) {
      if (start.line() <= line) {
        found = start;
      }
    }
    return new SourcePosition(found.part(), line - found.line() + 1, column);
  }

  /** The error that carries each finding of the compiler; what is none of its form is kept whole. */
  InvalidInputException invalid(String label, String says) {
    List<Problem> problems = new ArrayList<>();
    for (String line : says.lines().toList()) {
      Matcher matcher = FINDING.matcher(line);
      if (matcher.find()) {
        SourcePosition position =
            position(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        problems.add(
            Problem.of(Codes.COMPILE_FAILED, matcher.group(3).strip()).at(position.toString()));
      }
    }
    if (problems.isEmpty()) {
      problems.add(Problem.of(Codes.COMPILE_FAILED, "Metal's compiler refused the source: " + says)
          .at("source '" + label + "'"));
    }
    return new InvalidInputException(problems);
  }
}
