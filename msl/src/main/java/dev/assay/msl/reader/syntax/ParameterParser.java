package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the parameters of a function, whose names may be missing. */
final class ParameterParser {

  /** Words that belong to a type without being one. */
  static final Set<String> QUALIFIERS = Set.of(
      "const", "volatile", "device", "constant", "thread", "threadgroup", "threadgroup_imageblock",
      "ray_data",
      "object_data", "coherent", "restrict", "__restrict", "__restrict__", "typename", "struct",
      "class", "union",
      "enum", "static", "constexpr", "inline", "register", "mutable", "patch");

  /** Type words of which several make one type. */
  static final Set<String> COMPOUND =
      Set.of("unsigned", "signed", "long", "short", "int", "char", "double");

  private final TokenSpan span;
  private final AttributeParser attributeParser;

  ParameterParser(TokenSpan span) {
    this.span = span;
    this.attributeParser = new AttributeParser(span);
  }

  /** The parameters between the parentheses that open at {@code opening}. */
  List<ParameterSyntax> parse(int opening) {
    List<ParameterSyntax> parameters = new ArrayList<>();
    TokenRange inside = span.inside(opening);
    if (inside.to() - inside.from() == 1 && span.is(inside.from(), "void")) {
      return parameters;
    }
    for (TokenRange piece : span.split(inside)) {
      parameters.add(new Reading(piece).parameter());
    }
    return parameters;
  }

  /** The reading of one parameter. */
  private final class Reading {
    private final TokenRange range;
    private final List<Token> type = new ArrayList<>();
    private final List<TokenRange> arrays = new ArrayList<>();
    private final List<AttributeSyntax> attributes = new ArrayList<>();
    private TokenRange name = TokenRange.EMPTY;
    private TokenRange defaultValue = TokenRange.EMPTY;
    private boolean hasType;
    private boolean pointsToArray;

    Reading(TokenRange range) {
      this.range = range;
    }

    ParameterSyntax parameter() {
      int at = range.from();
      while (at < range.to()) {
        int past = attributeParser.parse(at, attributes);
        at = past > at ? past : part(at);
      }
      String text = name.isEmpty() ? "" : span.get(name.from()).text();
      return new ParameterSyntax(
          text, name, List.copyOf(type), List.copyOf(arrays), pointsToArray,
          List.copyOf(attributes),
          defaultValue, range);
    }

    private int part(int at) {
      Token token = span.get(at);
      if (token.is("=")) {
        defaultValue = new TokenRange(at + 1, range.to());
        return range.to();
      }
      if (token.is("[")) {
        arrays.add(span.inside(at));
        return span.after(at);
      }
      if (token.is("(")) {
        return parenthesised(at);
      }
      if (token.isIdentifier()) {
        return identifier(at);
      }
      if (!span.isPragma(at)) {
        type.add(token);
      }
      return at + 1;
    }

    private int identifier(int at) {
      String text = span.get(at).text();
      boolean compound = hasType && COMPOUND.contains(text) && endsWithCompound();
      if (QUALIFIERS.contains(text) || compound) {
        type.add(span.get(at));
        return at + 1;
      }
      if (hasType) {
        name = new TokenRange(at, at + 1);
        return at + 1;
      }
      hasType = true;
      return typeName(at);
    }

    private boolean endsWithCompound() {
      for (int i = type.size() - 1; i >= 0; i--) {
        String text = type.get(i).text();
        if (COMPOUND.contains(text)) {
          return true;
        }
        if (!QUALIFIERS.contains(text)) {
          return false;
        }
      }
      return false;
    }

    /** A possibly qualified name with its template arguments, or {@code decltype(…)}. */
    private int typeName(int from) {
      int at = from;
      while (at < range.to()) {
        if (span.is(at, "template")) {
          at++;
        }
        at++;
        if (at < range.to() && (span.isArgumentList(at)
            || (at == from + 1 && span.is(at, "(") && isTypeOf(from)))) {
          at = span.after(at);
        }
        if (at + 1 >= range.to() || !span.is(at, "::") || !span.isIdentifier(at + 1)) {
          break;
        }
        at++;
      }
      at = Math.min(at, range.to());
      type.addAll(span.of(new TokenRange(from, at)));
      return at;
    }

    private boolean isTypeOf(int at) {
      return span.is(at, "decltype") || span.is(at, "typeof") || span.is(at, "__typeof__");
    }

    /** {@code (&name)[4]}, {@code (*name)(int)} or the parameter list of a function type. */
    private int parenthesised(int at) {
      TokenRange inside = span.inside(at);
      boolean declarator = span.is(inside.from(), "*") || span.is(inside.from(), "&");
      if (!declarator || !name.isEmpty()) {
        type.addAll(span.of(new TokenRange(at, Math.min(span.after(at), range.to()))));
        return span.after(at);
      }
      pointsToArray = span.is(span.after(at), "[");
      for (int i = inside.from(); i < inside.to(); i = span.skip(i)) {
        Token token = span.get(i);
        if (token.is("[")) {
          arrays.add(span.inside(i));
        } else if (token.isIdentifier() && !QUALIFIERS.contains(token.text())) {
          name = new TokenRange(i, i + 1);
        } else {
          type.add(token);
        }
      }
      return span.after(at);
    }
  }
}
