package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.syntax.TemplateSyntax.Form;
import dev.assay.msl.reader.syntax.TemplateSyntax.Parameter;
import dev.assay.msl.reader.syntax.TemplateSyntax.ParameterKind;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@code template} says in front of a declaration. */
final class TemplateParser {

  private final TokenSpan span;

  TemplateParser(TokenSpan span) {
    this.span = span;
  }

  /** Reads at the keyword; the declaration follows behind the range of the result. */
  TemplateSyntax parse(int keyword) {
    if (!span.isArgumentList(keyword + 1)) {
      return new TemplateSyntax(Form.INSTANTIATION, List.of(),
          new TokenRange(keyword, keyword + 1));
    }
    TokenRange range = new TokenRange(keyword, span.after(keyword + 1));
    List<Parameter> parameters = new ArrayList<>();
    for (TokenRange piece : span.split(span.inside(keyword + 1))) {
      parameters.add(parameter(piece));
    }
    return new TemplateSyntax(
        parameters.isEmpty() ? Form.SPECIALISATION : Form.PRIMARY, List.copyOf(parameters), range);
  }

  private Parameter parameter(TokenRange piece) {
    int equals = span.find(piece.from(), piece.to(), "=");
    TokenRange value =
        equals < piece.to() ? new TokenRange(equals + 1, piece.to()) : TokenRange.EMPTY;
    boolean pack = span.find(piece.from(), equals, "...") < equals;
    if (span.is(piece.from(), "template")) {
      return new Parameter(lastName(piece.from(), equals), ParameterKind.TEMPLATE, pack, value);
    }
    boolean isType = (span.is(piece.from(), "typename") || span.is(piece.from(), "class"))
        && equals - piece.from() <= (pack ? 3 : 2);
    if (isType) {
      boolean named = equals - piece.from() > 1 && span.isIdentifier(equals - 1);
      return new Parameter(named ? span.get(equals - 1).text() : "", ParameterKind.TYPE, pack,
          value);
    }
    return new Parameter(valueName(piece.from(), equals), ParameterKind.VALUE, pack, value);
  }

  private String lastName(int from, int to) {
    return to > from && span.isIdentifier(to - 1) ? span.get(to - 1).text() : "";
  }

  /** The name of a value parameter: in {@code void (*name)(int)} inside the first parentheses, else the last word. */
  private String valueName(int from, int to) {
    int open = span.find(from, to, "(");
    if (open < to && (span.is(open + 1, "*") || span.is(open + 1, "&"))) {
      TokenRange inside = span.inside(open);
      return lastName(inside.from(), inside.to());
    }
    // A single word is the type of an unnamed parameter; enable_if-style parameters have no name either.
    boolean unnamed = to - from < 2 || !span.isIdentifier(to - 1) || span.is(to - 2, "::");
    return unnamed || ParameterParser.COMPOUND.contains(span.get(to - 1).text())
        ? ""
        : span.get(to - 1).text();
  }
}
