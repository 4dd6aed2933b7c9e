package dev.assay.msl.reader.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the definitions of structs, unions and enumerations. */
final class TypeDefinitionParser {

  private final TokenSpan span;
  private final AttributeParser attributeParser;

  TypeDefinitionParser(TokenSpan span) {
    this.span = span;
    this.attributeParser = new AttributeParser(span);
  }

  /**
   * The definition whose keyword is at {@code keyword}, or null when only the type's name stands there.
   *
   * @param start where its declaration begins
   * @param limit where it must have ended
   */
  @Nullable
  Declaration parse(
      int start, int keyword, int limit, String scope, @Nullable TemplateSyntax template) {
    boolean enumeration = span.is(keyword, "enum");
    boolean scoped =
        enumeration && (span.is(keyword + 1, "class") || span.is(keyword + 1, "struct"));
    List<AttributeSyntax> attributes = new ArrayList<>();
    int at = keyword + (scoped ? 2 : 1);
    StringBuilder name = new StringBuilder();
    TokenRange templateArguments = null;
    while (at < limit && !span.is(at, "{") && !span.is(at, ":")) {
      int past = attributeParser.parse(at, attributes);
      if (past > at) {
        at = past;
      } else if (span.isArgumentList(at)) {
        templateArguments = span.inside(at);
        at = span.after(at);
      } else if (span.is(at, "::")
          || (span.isIdentifier(at) && (name.isEmpty() || name.toString().endsWith("::")))) {
        name.append(span.get(at).text());
        at++;
      } else if (span.is(at, "final") || span.isPragma(at)) {
        at++;
      } else {
        return null;
      }
    }
    int afterColon = span.is(at, ":") ? at + 1 : at;
    int brace = span.is(at, ":") ? firstBrace(afterColon, limit) : at;
    if (brace >= limit || !span.is(brace, "{")) {
      return null;
    }
    if (name.isEmpty()) {
      name.append("(unnamed ").append(keyword).append(')');
    }
    TokenRange range = new TokenRange(start, span.after(brace));
    TokenRange head = new TokenRange(afterColon, brace);
    if (enumeration) {
      return new EnumSyntax(scope, name.toString(), scoped, head, enumerators(span.inside(brace)),
          range);
    }
    return new StructSyntax(
        scope,
        name.toString(),
        span.is(keyword, "union"),
        template,
        templateArguments,
        List.copyOf(attributes),
        bases(head),
        span.inside(brace),
        range);
  }

  private int firstBrace(int from, int limit) {
    int at = from;
    while (at < limit && !span.is(at, "{") && !span.is(at, ";")) {
      at = span.skip(at);
    }
    return at;
  }

  private List<TokenRange> bases(TokenRange head) {
    List<TokenRange> bases = new ArrayList<>();
    for (TokenRange piece : span.split(head)) {
      int from = piece.from();
      while (from < piece.to()
          && (span.is(from, "public") || span.is(from, "private") || span.is(from, "protected")
              || span.is(from, "virtual"))) {
        from++;
      }
      bases.add(new TokenRange(from, piece.to()));
    }
    return bases;
  }

  private List<EnumSyntax.Enumerator> enumerators(TokenRange body) {
    List<EnumSyntax.Enumerator> enumerators = new ArrayList<>();
    for (TokenRange piece : span.split(body)) {
      int equals = span.find(piece.from(), piece.to(), "=");
      int name = piece.from();
      while (name < equals && !span.isIdentifier(name)) {
        name++;
      }
      if (name < equals) {
        TokenRange value =
            equals < piece.to() ? new TokenRange(equals + 1, piece.to()) : TokenRange.EMPTY;
        enumerators.add(new EnumSyntax.Enumerator(span.get(name).text(), value));
      }
    }
    return enumerators;
  }
}
