package dev.assay.msl.reader.text;

import org.jspecify.annotations.Nullable;

/**
 * Cuts a part into tokens. Comments and line splices vanish but leave their trace in positions and
 * {@link Token#spaceBefore()}. Any text gives tokens; what is wrong with it goes to the diagnostics. Not thread-safe.
 */
public final class Lexer {

  private static final String[] SINGLE = new String[128];

  static {
    for (char c = 0; c < SINGLE.length; c++) {
      SINGLE[c] = String.valueOf(c).intern();
    }
  }

  private static final String[] PAIRS = {
    "::", "->", "++", "--", "<<", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^=", "##"
  };

  private final SourcePart part;
  private final String text;
  private final Diagnostics diagnostics;
  private int at;
  private int line = 1;
  private int lineStart;
  private boolean startsLine = true;
  private boolean space;
  private boolean quiet;
  private @Nullable Token unread;

  /** A lexer at the start of {@code part}. */
  public Lexer(SourcePart part, Diagnostics diagnostics) {
    this.part = part;
    this.text = part.text();
    this.diagnostics = diagnostics;
  }

  /** The part that is read. */
  public SourcePart part() {
    return part;
  }

  /** Stops or resumes reporting, for text that conditions exclude. */
  public void quiet(boolean quiet) {
    this.quiet = quiet;
  }

  /** Gives {@code token} back: {@link #next()} returns it again. One token at a time. */
  public void unread(Token token) {
    unread = token;
  }

  /** The next token; at the end, one of kind {@link TokenKind#END}, again and again. */
  public Token next() {
    Token given = unread;
    if (given != null) {
      unread = null;
      return given;
    }
    skipBlanks();
    int start = at;
    int startLine = line;
    int column = at - lineStart + 1;
    boolean first = startsLine;
    boolean blank = space;
    startsLine = false;
    space = false;
    if (at >= text.length()) {
      return new Token(TokenKind.END, "", part, start, start, startLine, column, blank, true,
          false);
    }
    TokenKind kind = scan();
    String spelling = kind == TokenKind.PUNCTUATOR && at - start <= 2
        ? punctuator(start)
        : withoutSplices(text.substring(start, at));
    return new Token(kind, spelling, part, start, at, startLine, column, blank, first, false);
  }

  /**
   * The rest of the line as written, comments replaced by a space, splices removed; the lexer then stands before the
   * next line. Nothing may have been given back.
   */
  public String restOfLine() {
    StringBuilder rest = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (isNewline(c)) {
        break;
      } else if (c == '\\' && spliceLength(at) > 0) {
        splice();
      } else if (c == '/' && startsComment()) {
        skipComment();
        rest.append(' ');
      } else if (c == '"') {
        int start = at;
        quoted('"', true);
        rest.append(text, start, at);
      } else {
        rest.append(c);
        at++;
      }
    }
    return withoutSplices(rest.toString()).strip();
  }

  private String punctuator(int start) {
    char first = text.charAt(start);
    if (at - start == 1) {
      return SINGLE[first];
    }
    for (String pair : PAIRS) {
      if (pair.charAt(0) == first && pair.charAt(1) == text.charAt(start + 1)) {
        return pair;
      }
    }
    return text.substring(start, at);
  }

  private void skipBlanks() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t' || c == '\f' || c == '\u000B') {
        at++;
        space = true;
      } else if (isNewline(c)) {
        newline();
        startsLine = true;
        space = true;
      } else if (c == '\\' && spliceLength(at) > 0) {
        splice();
      } else if (c == '/' && startsComment()) {
        skipComment();
        space = true;
      } else {
        return;
      }
    }
  }

  private TokenKind scan() {
    char c = text.charAt(at);
    if (isIdentifierStart(c)) {
      return identifierOrPrefixedLiteral();
    }
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      number();
      return TokenKind.NUMBER;
    }
    if (c == '"' || c == '\'') {
      return quoted(c, false);
    }
    if (c < 128 && "!%&()*+,-./:;<=>?[]^{|}~#".indexOf(c) >= 0) {
      at += punctuatorLength();
      return TokenKind.PUNCTUATOR;
    }
    at += Character.isHighSurrogate(c) && Character.isLowSurrogate(peek(1)) ? 2 : 1;
    return TokenKind.OTHER;
  }

  private TokenKind identifierOrPrefixedLiteral() {
    int start = at;
    while (at < text.length() && (isIdentifierPart(text.charAt(at)) || spliceInWord())) {
      if (text.charAt(at) == '\\') {
        splice();
      } else {
        at++;
      }
    }
    if (at < text.length() && text.charAt(at) == '"') {
      String prefix = text.substring(start, at);
      if (prefix.equals("R") || prefix.equals("u8R") || prefix.equals("LR") || prefix.equals("uR")
          || prefix.equals("UR")) {
        rawString();
        return TokenKind.STRING;
      }
      if (prefix.equals("L") || prefix.equals("u8") || prefix.equals("u") || prefix.equals("U")) {
        return quoted('"', false);
      }
    }
    return TokenKind.IDENTIFIER;
  }

  /** Whether a splice stands here with a word's continuation behind it. */
  private boolean spliceInWord() {
    int length = spliceLength(at);
    return length > 0 && at + length < text.length() && isIdentifierPart(text.charAt(at + length));
  }

  private void number() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (isExponent(c) && (peek(1) == '+' || peek(1) == '-')) {
        at += 2;
      } else if (isIdentifierPart(c) || c == '.') {
        at++;
      } else if (c == '\'' && isIdentifierPart(peek(1))) {
        at += 2;
      } else if (spliceInWord()) {
        splice();
      } else {
        return;
      }
    }
  }

  /** Hexadecimal digits e are no exponents, but a sign right behind one is not found in real code. */
  private static boolean isExponent(char c) {
    return c == 'e' || c == 'E' || c == 'p' || c == 'P';
  }

  private TokenKind quoted(char quote, boolean silent) {
    SourcePosition start = here();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == quote) {
        at++;
        return quote == '"' ? TokenKind.STRING : TokenKind.CHARACTER;
      }
      if (isNewline(c)) {
        break;
      }
      if (c == '\\' && spliceLength(at) > 0) {
        splice();
      } else {
        at += c == '\\' && at + 1 < text.length() && !isNewline(peek(1)) ? 2 : 1;
      }
    }
    if (!silent && !quiet) {
      diagnostics.error(start,
          quote == '"' ? "this string is not closed" : "this character literal is not closed");
    }
    return quote == '"' ? TokenKind.STRING : TokenKind.CHARACTER;
  }

  private void rawString() {
    SourcePosition start = here();
    int open = text.indexOf('(', at);
    int close = open < 0 || open - at > 17
        ? -1
        : text.indexOf(")" + text.substring(at + 1, open) + "\"", open);
    if (close < 0) {
      if (!quiet) {
        diagnostics.error(start, "this raw string is not closed");
      }
      at = text.length();
      return;
    }
    int end = close + (open - at) + 1;
    while (at < end) {
      if (isNewline(text.charAt(at))) {
        newline();
      } else {
        at++;
      }
    }
  }

  private int punctuatorLength() {
    char first = text.charAt(at);
    char second = peek(1);
    if ((first == '.' && second == '.' && peek(2) == '.')
        || (first == '<' && second == '<' && peek(2) == '=')) {
      return 3;
    }
    for (String pair : PAIRS) {
      if (pair.charAt(0) == first && pair.charAt(1) == second) {
        return 2;
      }
    }
    return 1;
  }

  private boolean startsComment() {
    return peek(1) == '/' || peek(1) == '*';
  }

  private void skipComment() {
    SourcePosition start = here();
    boolean block = peek(1) == '*';
    at += 2;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (block && c == '*' && peek(1) == '/') {
        at += 2;
        return;
      }
      if (isNewline(c)) {
        if (!block) {
          return;
        }
        newline();
      } else if (c == '\\' && spliceLength(at) > 0) {
        splice();
      } else {
        at++;
      }
    }
    if (block && !quiet) {
      diagnostics.error(start, "this comment is not closed");
    }
  }

  private SourcePosition here() {
    return new SourcePosition(part.name(), line, at - lineStart + 1);
  }

  private char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
  }

  private void newline() {
    at += text.charAt(at) == '\r' && peek(1) == '\n' ? 2 : 1;
    line++;
    lineStart = at;
  }

  private void splice() {
    at++;
    newline();
  }

  private int spliceLength(int index) {
    if (text.charAt(index) != '\\' || index + 1 >= text.length()
        || !isNewline(text.charAt(index + 1))) {
      return 0;
    }
    return text.charAt(index + 1) == '\r' && index + 2 < text.length()
        && text.charAt(index + 2) == '\n' ? 3 : 2;
  }

  private static String withoutSplices(String spelling) {
    if (spelling.indexOf('\\') < 0 || (spelling.indexOf('\n') < 0 && spelling.indexOf('\r') < 0)) {
      return spelling;
    }
    return spelling.replace("\\\r\n", "").replace("\\\n", "").replace("\\\r", "");
  }

  private static boolean isNewline(char c) {
    return c == '\n' || c == '\r';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isIdentifierStart(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || c == '$'
        || (c >= 128 && c != '\uFFFD' && Character.isUnicodeIdentifierStart(c));
  }

  private static boolean isIdentifierPart(char c) {
    return isIdentifierStart(c)
        || isDigit(c)
        || (c >= 128 && c != '\uFFFD' && Character.isUnicodeIdentifierPart(c)
            && !Character.isIdentifierIgnorable(c));
  }
}
