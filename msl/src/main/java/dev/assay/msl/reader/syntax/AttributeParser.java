package dev.assay.msl.reader.syntax;

import java.util.List;

/** Reads attribute groups: {@code [[…]]}, {@code __attribute__((…))} and {@code alignas(…)}. */
final class AttributeParser {

  private final TokenSpan span;

  AttributeParser(TokenSpan span) {
    this.span = span;
  }

  /**
   * Reads the group at {@code index}.
   *
   * @param into takes the attributes
   * @return the index past the group, or {@code index} when none is there
   */
  int parse(int index, List<AttributeSyntax> into) {
    if (span.isAttribute(index)) {
      TokenRange group = new TokenRange(index, span.after(index));
      attributes(span.inside(index + 1), group, into);
      return group.to();
    }
    boolean gnu = span.is(index, "__attribute__") || span.is(index, "__attribute");
    if (gnu && span.is(index + 1, "(")) {
      TokenRange group = new TokenRange(index, span.after(index + 1));
      TokenRange inside = span.inside(index + 1);
      attributes(span.is(inside.from(), "(") ? span.inside(inside.from()) : inside, group, into);
      return group.to();
    }
    if ((span.is(index, "alignas") || span.is(index, "_Alignas")) && span.is(index + 1, "(")) {
      TokenRange group = new TokenRange(index, span.after(index + 1));
      into.add(new AttributeSyntax("alignas", span.inside(index + 1), group));
      return group.to();
    }
    return index;
  }

  private void attributes(TokenRange inside, TokenRange group, List<AttributeSyntax> into) {
    for (TokenRange piece : span.split(inside)) {
      int at = piece.from();
      while (at + 1 < piece.to() && span.isIdentifier(at) && span.is(at + 1, "::")) {
        at += 2;
      }
      if (at >= piece.to() || !span.isIdentifier(at)) {
        continue;
      }
      boolean hasArguments = at + 1 < piece.to() && span.is(at + 1, "(");
      into.add(new AttributeSyntax(
          plain(span.get(at).text()), hasArguments ? span.inside(at + 1) : TokenRange.EMPTY,
          group));
    }
  }

  private static String plain(String name) {
    return name.length() > 4 && name.startsWith("__") && name.endsWith("__")
        ? name.substring(2, name.length() - 2)
        : name;
  }
}
