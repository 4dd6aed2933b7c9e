package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.AliasSyntax;
import dev.assay.msl.reader.syntax.TokenRange;
import dev.assay.msl.reader.syntax.TokenSpan;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Explicit casts become calls of the header's cast where a source knows both half and bfloat: clang
 * has no conversion between the two, and inside a template only it knows what is cast to what.
 */
final class ShortFloatCasts {
  /** What neither is a short float nor stands for one. */
  private static final Set<String> OTHERS =
      Set.of("float", "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
          "size_t", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t",
          "uint64_t", "unsigned", "void");

  /** Behind these an operand begins, so that a parenthesised type there is a cast. */
  private static final Set<String> BEFORE_OPERANDS =
      Set.of("=", "(", ",", "return", "?", ":", "[", "{", ";", "+=", "-=", "*=", "/=");

  private final TokenSpan in;
  private final TokenEdits edits;
  private final Set<String> names = new HashSet<>(Set.of("half", "bfloat"));

  ShortFloatCasts(TokenSpan in, TokenEdits edits) {
    this.in = in;
    this.edits = edits;
  }

  /** Edits all casts of a unit that may be between the two. */
  void rewrite(List<Declared> declarations) {
    if (!mentions("half") || !mentions("bfloat")) {
      return;
    }
    for (Declared each : declarations) {
      if (each.declaration() instanceof AliasSyntax alias && alias.type().size() == 1
          && alias.arrays().isEmpty() && names.contains(alias.type().getFirst().text())) {
        names.add(alias.name());
      }
    }
    for (int i = 0; i < in.size(); i++) {
      Token token = in.get(i);
      if (token.is("static_cast") && in.isArgumentList(i + 1) && isValue(in.inside(i + 1))) {
        edits.replace(i, "msl::cast");
      } else if (names.contains(token.text()) && token.kind() == TokenKind.IDENTIFIER) {
        named(i, token.text());
      }
    }
  }

  private boolean mentions(String name) {
    for (int i = 0; i < in.size(); i++) {
      if (in.is(i, name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a type is none that refers or points to something, and not known to be another. */
  private boolean isValue(TokenRange type) {
    for (int i = type.from(); i < type.to(); i++) {
      if (in.is(i, "*") || in.is(i, "&") || in.is(i, "&&")) {
        return false;
      }
    }
    return type.from() < type.to() && !OTHERS.contains(in.get(type.from()).text());
  }

  /** {@code half(x)} or {@code (half)x}. */
  private void named(int i, String name) {
    boolean parenthesised = in.is(i - 1, "(") && in.is(i + 1, ")");
    if (parenthesised && beginsOperand(i + 2) && BEFORE_OPERANDS.contains(before(i - 1))) {
      edits.replace(i - 1, "msl::caster<" + name + ">()");
      edits.replace(i, "");
      edits.replace(i + 1, "->*");
    } else if (in.is(i + 1, "(") && isCall(i) && isOneValue(in.inside(i + 1))) {
      edits.replace(i, "msl::cast<" + name + ">");
    }
  }

  private String before(int i) {
    return i > 0 ? in.get(i - 1).text() : ";";
  }

  private boolean beginsOperand(int i) {
    return i < in.size()
        && (in.isIdentifier(i) || in.is(i, "(") || in.is(i, "-") || in.is(i, "*") || in.is(i, "~")
            || in.is(i, "!") || in.get(i).kind() == TokenKind.NUMBER);
  }

  /** A type in front of a declarator in parentheses follows specifiers; a cast follows operators. */
  private boolean isCall(int i) {
    return in.is(i - 1, "return")
        || (!in.isIdentifier(i - 1) && !in.is(i - 1, "::") && !in.is(i - 1, ">")
            && !in.is(i - 1, ";") && !in.is(i - 1, "{") && !in.is(i - 1, "}"));
  }

  private boolean isOneValue(TokenRange content) {
    boolean type = content.to() - content.from() == 1
        && (names.contains(in.get(content.from()).text())
            || OTHERS.contains(in.get(content.from()).text()));
    boolean marked = in.is(content.from(), "&") || in.is(content.from(), "*");
    boolean declarator =
        marked && (in.is(content.to() + 1, "(") || in.is(content.to() + 1, "["));
    return !content.isEmpty() && !type && !declarator
        && in.find(content.from(), content.to(), ",") == content.to();
  }
}
