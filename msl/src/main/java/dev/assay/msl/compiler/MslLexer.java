package dev.assay.msl.compiler;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits preprocessed text into tokens. Line markers and pragmas count as white space. Any text is
 * accepted: a character that begins no token becomes a punctuation of its own.
 */
final class MslLexer {
  private final String text;
  private int at;

  private MslLexer(String text) {
    this.text = text;
  }

  static List<Token> tokens(String text) {
    return new MslLexer(text).run();
  }

  private List<Token> run() {
    List<Token> tokens = new ArrayList<>(text.length() / 4);
    boolean lineStart = true;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        lineStart = true;
        at++;
      } else if (c <= ' ') {
        at++;
      } else if (c == '#' && lineStart) {
        skipLine();
      } else {
        lineStart = false;
        int start = at;
        Token.Kind kind = scan(c);
        tokens.add(new Token(kind, start, at, text.substring(start, at)));
      }
    }
    return tokens;
  }

  private void skipLine() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  private Token.Kind scan(char c) {
    if (isIdentifierPart(c) && !isDigit(c)) {
      while (at < text.length() && isIdentifierPart(text.charAt(at))) {
        at++;
      }
      return Token.Kind.IDENTIFIER;
    }
    if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
      scanNumber();
      return Token.Kind.NUMBER;
    }
    if (c == '"' || c == '\'') {
      scanQuoted(c);
      return Token.Kind.LITERAL;
    }
    at += punctuationLength();
    return Token.Kind.PUNCTUATION;
  }

  private void scanNumber() {
    at++;
    while (at < text.length()) {
      char c = text.charAt(at);
      char before = text.charAt(at - 1);
      boolean exponentSign = (c == '+' || c == '-') && "eEpP".indexOf(before) >= 0;
      if (!isIdentifierPart(c) && c != '.' && c != '\'' && !exponentSign) {
        return;
      }
      // In a hexadecimal integer an e is a digit, and a sign after it an operator.
      if (exponentSign && (before == 'e' || before == 'E') && isHexadecimal()) {
        return;
      }
      at++;
    }
  }

  private boolean isHexadecimal() {
    int start = at;
    while (start > 0
        && (isIdentifierPart(text.charAt(start - 1)) || text.charAt(start - 1) == '.')) {
      start--;
    }
    return text.startsWith("0x", start) || text.startsWith("0X", start);
  }

  private void scanQuoted(char quote) {
    at++;
    while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at = Math.min(text.length(), at + 1);
  }

  private int punctuationLength() {
    // '>>' stays two tokens, so that template argument lists close; '[[' stays two as well.
    for (String operator : TWO_OR_MORE) {
      if (text.startsWith(operator, at)) {
        return operator.length();
      }
    }
    return 1;
  }

  private static final List<String> TWO_OR_MORE =
      List.of("<<=", ">>=", "...", "->", "::", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
          "^=", "==", "!=", "<=", ">=", "&&", "||", "<<");

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isIdentifierPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }
}
