package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The macros defined so far, and the reading of {@code #define}. */
final class MacroTable {

  /** Names that behave like macros though no text defines them. */
  static final String LINE = "__LINE__";

  static final String FILE = "__FILE__";
  static final String COUNTER = "__COUNTER__";

  private static final String REST = "__VA_ARGS__";

  private final Map<String, Macro> macros = new HashMap<>();
  private final Diagnostics diagnostics;

  MacroTable(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  @Nullable
  Macro find(String name) {
    return macros.get(name);
  }

  /** Whether {@code #ifdef} holds for the name. */
  boolean isDefined(String name) {
    return macros.containsKey(name)
        || name.equals(LINE)
        || name.equals(FILE)
        || name.equals(COUNTER)
        || name.equals("_Pragma")
        || ConditionExpression.isQuery(name);
  }

  void undefine(String name) {
    macros.remove(name);
  }

  /** Takes the tokens of a line behind {@code #define}. */
  void define(Token directive, List<Token> line) {
    if (line.isEmpty() || !line.getFirst().isIdentifier()) {
      diagnostics.error(directive.position(), "#define names no macro");
      return;
    }
    Token name = line.getFirst();
    if (name.is("defined")) {
      diagnostics.error(name.position(), "'defined' cannot be a macro's name");
      return;
    }
    boolean functionLike = line.size() > 1 && line.get(1).is("(") && !line.get(1).spaceBefore();
    Macro macro = functionLike
        ? functionLike(name, line)
        : new Macro(name.text(), false, List.of(), false, line.subList(1, line.size()));
    if (macro == null) {
      diagnostics.error(name.position(),
          "the parameters of macro '" + name.text() + "' are malformed");
      return;
    }
    Macro previous = macros.put(macro.name, macro);
    if (previous != null && !previous.sameAs(macro)) {
      diagnostics.warning(name.position(), "macro '" + macro.name + "' gets another meaning here");
    }
  }

  private static @Nullable Macro functionLike(Token name, List<Token> line) {
    List<String> parameters = new ArrayList<>();
    boolean variadic = false;
    int at = 2;
    while (at < line.size() && !line.get(at).is(")")) {
      Token token = line.get(at++);
      if (variadic || (!token.isIdentifier() && !token.is("..."))) {
        return null;
      }
      if (token.isIdentifier()) {
        parameters.add(token.text());
        if (at < line.size() && line.get(at).is("...")) {
          variadic = true;
          at++;
        }
      } else {
        parameters.add(REST);
        variadic = true;
      }
      if (at < line.size() && line.get(at).is(",")) {
        at++;
      } else if (at >= line.size() || !line.get(at).is(")")) {
        return null;
      }
    }
    return at >= line.size()
        ? null
        : new Macro(name.text(), true, parameters, variadic, line.subList(at + 1, line.size()));
  }

  /** A token that stands for a value of the moment, or null when {@code use} is no such name. */
  static @Nullable String momentary(Token use, int counter) {
    return switch (use.text()) {
      case LINE -> Integer.toString(use.line());
      case FILE -> '"' + use.part().name().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
      case COUNTER -> Integer.toString(counter);
      default -> null;
    };
  }

  /** The kind of the token that {@link #momentary} gives for a name. */
  static TokenKind momentaryKind(String name) {
    return name.equals(FILE) ? TokenKind.STRING : TokenKind.NUMBER;
  }
}
