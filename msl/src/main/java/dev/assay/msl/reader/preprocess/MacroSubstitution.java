package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Lexer;
import dev.assay.msl.reader.text.SourcePart;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One use of a macro: its body with the arguments put in, {@code #} and {@code ##} carried out. */
final class MacroSubstitution {

  private final MacroExpander expander;
  private final Macro macro;
  private final Token use;
  private final List<List<Token>> arguments;
  private final @Nullable List<Token>[] expanded;
  private final Diagnostics diagnostics;
  private final List<Token> result = new ArrayList<>();

  @SuppressWarnings({"unchecked", "rawtypes"})
  MacroSubstitution(
      MacroExpander expander, Macro macro, Token use, List<List<Token>> arguments,
      Diagnostics diagnostics) {
    this.expander = expander;
    this.macro = macro;
    this.use = use;
    this.arguments = arguments;
    this.expanded = new List[arguments.size()];
    this.diagnostics = diagnostics;
  }

  List<Token> result() {
    substitute(macro.body);
    result.removeIf(MacroSubstitution::isNothing);
    if (!result.isEmpty()) {
      result.set(0, expander.respaced(result.getFirst(), use.spaceBefore()));
    }
    return result;
  }

  private void substitute(List<Token> body) {
    for (int i = 0; i < body.size(); i++) {
      Token token = body.get(i);
      boolean pastes = i + 1 < body.size() && body.get(i + 1).is("##");
      if (token.is("##") && i > 0 && i + 1 < body.size()) {
        i += paste(body, i + 1);
      } else if (token.is("#") && macro.functionLike && i + 1 < body.size()
          && parameter(body.get(i + 1)) >= 0) {
        result.add(stringified(parameter(body.get(i + 1)), token.spaceBefore()));
        i++;
      } else if (macro.variadic && token.is("__VA_OPT__") && i + 1 < body.size()
          && body.get(i + 1).is("(")) {
        i = optional(body, i + 1);
      } else if (parameter(token) >= 0 && pastes && arguments.get(parameter(token)).isEmpty()) {
        result.add(nothing());
      } else if (parameter(token) >= 0) {
        put(pastes ? arguments.get(parameter(token)) : expanded(parameter(token)),
            token.spaceBefore());
      } else {
        result.add(token.expandedAt(use, token.spaceBefore()));
      }
    }
  }

  /** Joins the last token with what stands at {@code right}; gives the number of body tokens used up. */
  private int paste(List<Token> body, int right) {
    Token token = body.get(right);
    int parameter = parameter(token);
    if (parameter < 0) {
      join(token.expandedAt(use, false));
      return 1;
    }
    List<Token> argument = arguments.get(parameter);
    boolean rest = macro.variadic && parameter == macro.parameters.size() - 1;
    if (rest && !result.isEmpty() && result.getLast().is(",")) {
      if (argument.isEmpty()) {
        result.removeLast();
      } else {
        put(expanded(parameter), token.spaceBefore());
      }
    } else if (!argument.isEmpty()) {
      join(argument.getFirst());
      put(argument.subList(1, argument.size()), true);
    } else if (result.isEmpty()) {
      result.add(nothing());
    }
    return 1;
  }

  /** Stands for an empty argument beside {@code ##} until the end, so that it joins with its other side. */
  private Token nothing() {
    return new Token(
        TokenKind.OTHER, "", use.part(), use.offset(), use.end(), use.line(), use.column(), true,
        false, true);
  }

  private static boolean isNothing(Token token) {
    return token.kind() == TokenKind.OTHER && token.text().isEmpty();
  }

  private void join(Token right) {
    if (result.isEmpty()) {
      result.add(right);
      return;
    }
    Token left = result.removeLast();
    if (isNothing(left)) {
      result.add(right);
      return;
    }
    String text = left.text() + right.text();
    Lexer lexer = new Lexer(SourcePart.of(use.part().name(), text), new Diagnostics());
    Token joined = lexer.next();
    if (lexer.next().kind() == TokenKind.END && joined.end() == text.length() && !text.isEmpty()) {
      result.add(joined.expandedAt(use, left.spaceBefore()));
    } else {
      // Operators such as >> are two tokens here by design: joining them needs no more than no space between.
      boolean operators =
          left.kind() == TokenKind.PUNCTUATOR && right.kind() == TokenKind.PUNCTUATOR;
      if (!operators) {
        diagnostics.warning(use.position(),
            "'" + left.text() + "' and '" + right.text() + "' do not join to one token");
      }
      result.add(left);
      result.add(right.withSpaceBefore(!operators));
    }
  }

  private void put(List<Token> tokens, boolean space) {
    if (!expander.hasRoom(tokens.size(), use)) {
      return;
    }
    for (int i = 0; i < tokens.size(); i++) {
      result.add(i == 0 ? expander.respaced(tokens.get(i), space) : tokens.get(i));
    }
  }

  private int optional(List<Token> body, int open) {
    int depth = 0;
    for (int i = open; i < body.size(); i++) {
      if (body.get(i).is("(")) {
        depth++;
      } else if (body.get(i).is(")") && --depth == 0) {
        if (!arguments.getLast().isEmpty()) {
          substitute(body.subList(open + 1, i));
        }
        return i;
      }
    }
    return body.size();
  }

  private int parameter(Token token) {
    return token.isIdentifier() ? macro.parameters.indexOf(token.text()) : -1;
  }

  private List<Token> expanded(int parameter) {
    List<Token> tokens = expanded[parameter];
    if (tokens == null) {
      tokens = expander.expandArgument(arguments.get(parameter), use);
      expanded[parameter] = tokens;
    }
    return tokens;
  }

  private Token stringified(int parameter, boolean space) {
    StringBuilder text = new StringBuilder("\"");
    for (Token token : arguments.get(parameter)) {
      if (text.length() > 1 && token.spaceBefore()) {
        text.append(' ');
      }
      boolean literal = token.kind() == TokenKind.STRING || token.kind() == TokenKind.CHARACTER;
      text.append(
          literal ? token.text().replace("\\", "\\\\").replace("\"", "\\\"") : token.text());
    }
    return new Token(
        TokenKind.STRING,
        text.append('"').toString(),
        use.part(),
        use.offset(),
        use.end(),
        use.line(),
        use.column(),
        space,
        false,
        true);
  }
}
