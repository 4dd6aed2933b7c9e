package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Includes;
import dev.assay.msl.reader.text.Lexer;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import dev.assay.spi.error.FileReasons;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads parts one after the other into one list of tokens. One use, one thread. */
public final class Preprocessor {

  /** Ten megabytes of dense code have four million; each takes about 60 bytes. */
  private static final int MAX_TOKENS = 12_000_000;

  private static final int MAX_INCLUDE_DEPTH = 100;
  private static final int MAX_INCLUDES = 10_000;
  private static final long MAX_INCLUDED_CHARS = 64L << 20;

  private record Open(Lexer lexer, int conditionDepth) {}

  private final Diagnostics diagnostics;
  private final Includes includes;
  private final int metalVersion;
  private final MacroTable macros;
  private final Conditions conditions;
  private final MacroExpander expander;
  private final Deque<Open> open = new ArrayDeque<>();
  private final Set<SourcePart> once = new HashSet<>();
  private Iterator<SourcePart> remaining = List.<SourcePart>of().iterator();
  private int included;
  private long includedChars;

  /**
   * A preprocessor with the predefined macros only.
   *
   * @param includes finds headers that are not the compiler's
   * @param metalVersion as in {@code __METAL_VERSION__}: 320 is Metal 3.2
   */
  public Preprocessor(Includes includes, int metalVersion, Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.includes = includes;
    this.metalVersion = metalVersion;
    this.macros = new MacroTable(diagnostics);
    this.conditions = new Conditions(diagnostics);
    this.expander =
        new MacroExpander(macros, new ExpansionBudget(diagnostics), diagnostics, this::unexpanded);
  }

  /** The tokens of {@code parts}, with one of kind {@link TokenKind#END} last. */
  public List<Token> run(List<SourcePart> parts, Map<String, String> defines) {
    List<SourcePart> all = new ArrayList<>();
    all.add(Predefined.compiler(metalVersion));
    all.add(Predefined.caller(defines));
    all.addAll(parts);
    remaining = all.iterator();
    List<Token> tokens = new ArrayList<>();
    Token token;
    do {
      token = expander.next();
      tokens.add(token);
    } while (token.kind() != TokenKind.END && tokens.size() < MAX_TOKENS);
    if (token.kind() != TokenKind.END) {
      diagnostics.error(token.position(),
          "the text has more than " + MAX_TOKENS + " tokens; the rest is not read");
      tokens.add(new Lexer(SourcePart.of(token.part().name(), ""), diagnostics).next());
    }
    return tokens;
  }

  /** The next token of the text with directives carried out. */
  private Token unexpanded() {
    while (true) {
      Open file = open.peek();
      if (file == null) {
        if (!remaining.hasNext()) {
          return new Lexer(SourcePart.of("<end>", ""), diagnostics).next();
        }
        enter(remaining.next());
        continue;
      }
      Token token = file.lexer.next();
      if (token.kind() == TokenKind.END) {
        if (open.size() > 1 || !remaining.hasNext()) {
          conditions.closeDownTo(open.size() > 1 ? file.conditionDepth : 0);
          if (open.size() == 1) {
            open.pop();
            return token;
          }
        }
        open.pop();
        continue;
      }
      if (token.startsLine() && token.is("#")) {
        directive(file.lexer, token);
      } else if (!conditions.reads()) {
        file.lexer.restOfLine();
      } else if (token.kind() == TokenKind.OTHER) {
        diagnostics.error(token.position(),
            "the character '" + token.text() + "' has no meaning here");
      } else {
        return token;
      }
    }
  }

  private void enter(SourcePart part) {
    if (!part.validUtf8()) {
      diagnostics.warning(
          new Token(TokenKind.OTHER, "", part, 0, 0, 1, 0, false, true, false).position(),
          "the text is not valid UTF-8; bytes that are not stand as U+FFFD");
    }
    open.push(new Open(new Lexer(part, diagnostics), conditions.depth()));
  }

  private void directive(Lexer lexer, Token hash) {
    Token name = lexer.next();
    if (name.startsLine()) {
      lexer.unread(name);
      return;
    }
    switch (name.text()) {
      case "if" -> conditions.open(name, () -> condition(name, line(lexer)));
      case "ifdef" -> conditions.open(name, () -> defined(name, line(lexer)));
      case "ifndef" -> conditions.open(name, () -> !defined(name, line(lexer)));
      case "elif" -> conditions.otherwiseIf(name, () -> condition(name, line(lexer)));
      case "elifdef" -> conditions.otherwiseIf(name, () -> defined(name, line(lexer)));
      case "elifndef" -> conditions.otherwiseIf(name, () -> !defined(name, line(lexer)));
      case "else" -> conditions.otherwise(name);
      case "endif" -> conditions.close(name);
      default -> {
        if (conditions.reads()) {
          plainDirective(lexer, hash, name);
          lexer.quiet(false);
          return;
        }
      }
    }
    skipRest(lexer);
    lexer.quiet(!conditions.reads());
  }

  private void plainDirective(Lexer lexer, Token hash, Token name) {
    switch (name.text()) {
      case "define" -> macros.define(name, line(lexer));
      case "undef" -> {
        List<Token> line = line(lexer);
        if (line.isEmpty() || !line.getFirst().isIdentifier()) {
          diagnostics.error(name.position(), "#undef names no macro");
        } else {
          macros.undefine(line.getFirst().text());
        }
      }
      case "include", "import", "include_next" -> include(name, lexer);
      case "pragma" -> pragma(lexer, hash);
      case "error" -> diagnostics.error(name.position(), "#error " + lexer.restOfLine());
      case "warning" -> diagnostics.warning(name.position(), "#warning " + lexer.restOfLine());
      case "line", "ident" -> lexer.restOfLine();
      default -> {
        // "# 12 file" is how preprocessed text states lines.
        if (name.kind() != TokenKind.NUMBER) {
          diagnostics.error(name.position(), "'#" + name.text() + "' is no directive");
        }
        lexer.restOfLine();
      }
    }
  }

  private void pragma(Lexer lexer, Token hash) {
    String text = lexer.restOfLine();
    if (text.equals("once")) {
      once.add(lexer.part());
      return;
    }
    lexer.unread(new Token(
        TokenKind.PRAGMA,
        "#pragma " + text,
        hash.part(),
        hash.offset(),
        hash.end(),
        hash.line(),
        hash.column(),
        true,
        true,
        false));
  }

  private List<Token> line(Lexer lexer) {
    List<Token> tokens = new ArrayList<>();
    Token token = lexer.next();
    while (!token.startsLine()) {
      tokens.add(token);
      token = lexer.next();
    }
    lexer.unread(token);
    return tokens;
  }

  /** Leaves the lexer before the next line, whether or not the line was read already. */
  private static void skipRest(Lexer lexer) {
    Token token = lexer.next();
    if (!token.startsLine()) {
      lexer.restOfLine();
    } else {
      lexer.unread(token);
    }
  }

  private boolean defined(Token directive, List<Token> line) {
    if (line.isEmpty() || !line.getFirst().isIdentifier()) {
      diagnostics.error(directive.position(), "#" + directive.text() + " names no macro");
      return false;
    }
    return macros.isDefined(line.getFirst().text());
  }

  private boolean condition(Token directive, List<Token> line) {
    List<Token> decided = new ArrayList<>();
    for (int i = 0; i < line.size(); i++) {
      Token token = line.get(i);
      if (token.is("defined")) {
        boolean wrapped = i + 2 < line.size() && line.get(i + 1).is("(");
        int name = wrapped ? i + 2 : i + 1;
        boolean isDefined = name < line.size() && macros.isDefined(line.get(name).text());
        decided.add(number(token, isDefined));
        i = wrapped ? name + 1 : name;
      } else if (token.is("__has_include") && i + 1 < line.size() && line.get(i + 1).is("(")) {
        int close = i + 2;
        StringBuilder name = new StringBuilder();
        while (close < line.size() && !line.get(close).is(")")) {
          name.append(line.get(close++).text());
        }
        decided.add(number(token, exists(name.toString(), token.part())));
        i = close;
      } else {
        decided.add(token);
      }
    }
    ConditionExpression expression = new ConditionExpression(expander.expandAll(decided));
    Long value = expression.evaluate();
    if (value == null) {
      diagnostics.error(directive.position(),
          "the condition of #" + directive.text() + " is no integer expression");
      return false;
    }
    return value != 0;
  }

  private static Token number(Token at, boolean value) {
    return new Token(
        TokenKind.NUMBER,
        value ? "1" : "0",
        at.part(),
        at.offset(),
        at.end(),
        at.line(),
        at.column(),
        true,
        false,
        true);
  }

  private boolean exists(String header, SourcePart includer) {
    if (header.length() < 2) {
      return false;
    }
    String name = header.substring(1, header.length() - 1);
    try {
      return SystemHeaders.contains(name, metalVersion)
          || includes.find(name, includer, header.charAt(0) == '"').isPresent();
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private void include(Token directive, Lexer lexer) {
    String header = lexer.restOfLine();
    if (!header.startsWith("<") && !header.startsWith("\"")) {
      Lexer words = new Lexer(SourcePart.of(lexer.part().name(), header), new Diagnostics());
      StringBuilder expanded = new StringBuilder();
      List<Token> line = new ArrayList<>();
      for (Token token = words.next(); token.kind() != TokenKind.END; token = words.next()) {
        line.add(token);
      }
      expander.expandAll(line).forEach(token -> expanded.append(token.text()));
      header = expanded.toString();
    }
    int close = header.isEmpty() ? -1 : header.indexOf(header.charAt(0) == '<' ? '>' : '"', 1);
    if (close < 0 || (header.charAt(0) != '<' && header.charAt(0) != '"')) {
      diagnostics.error(directive.position(), "#include names no header");
      return;
    }
    String name = header.substring(1, close);
    SourcePart part = find(directive, name, lexer.part(), header.charAt(0) == '"');
    if (part == null || once.contains(part)) {
      return;
    }
    included++;
    includedChars += part.text().length();
    if (open.size() >= MAX_INCLUDE_DEPTH || included > MAX_INCLUDES
        || includedChars > MAX_INCLUDED_CHARS) {
      String limit = open.size() >= MAX_INCLUDE_DEPTH
          ? "are nested deeper than " + MAX_INCLUDE_DEPTH
          : "are more than " + MAX_INCLUDES + " or longer than " + MAX_INCLUDED_CHARS
              + " characters";
      diagnostics.error(directive.position(),
          "includes " + limit + ": does '" + name + "' include itself?");
      return;
    }
    enter(part);
  }

  private @Nullable SourcePart find(Token directive, String name, SourcePart includer,
      boolean quoted) {
    Optional<SourcePart> found;
    try {
      found = includes.find(name, includer, quoted);
    } catch (UncheckedIOException e) {
      diagnostics.error(directive.position(),
          "'" + name + "' cannot be read: "
              + FileReasons.reading(Objects.requireNonNull(e.getCause())));
      return null;
    }
    if (found.isPresent()) {
      return found.get();
    }
    if (SystemHeaders.contains(name)) {
      return Predefined.library();
    }
    diagnostics.error(directive.position(), "'" + name + "' is not found");
    return null;
  }
}
