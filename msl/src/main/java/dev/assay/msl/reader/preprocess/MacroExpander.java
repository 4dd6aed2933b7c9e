package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Expands macros in a feed of tokens. While an expansion is being read its macro is off, and a name met in that time
 * stays off for good: the rule of C for recursive macros.
 */
final class MacroExpander {

  /** Tokens of one expansion still to be read. */
  private static final class Frame {
    final List<Token> tokens;
    final @Nullable Macro macro;
    int at;

    Frame(List<Token> tokens, @Nullable Macro macro) {
      this.tokens = tokens;
      this.macro = macro;
    }
  }

  private final MacroTable macros;
  private final ExpansionBudget budget;
  private final Diagnostics diagnostics;
  private final Supplier<Token> feed;
  private final Set<Token> frozen;
  private final ArrayDeque<Frame> frames = new ArrayDeque<>();
  private @Nullable Token held;

  MacroExpander(MacroTable macros, ExpansionBudget budget, Diagnostics diagnostics,
      Supplier<Token> feed) {
    this(macros, budget, diagnostics, feed, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private MacroExpander(
      MacroTable macros, ExpansionBudget budget, Diagnostics diagnostics, Supplier<Token> feed,
      Set<Token> frozen) {
    this.macros = macros;
    this.budget = budget;
    this.diagnostics = diagnostics;
    this.feed = feed;
    this.frozen = frozen;
  }

  /** The whole of {@code tokens} expanded, as if nothing followed them. */
  List<Token> expandAll(List<Token> tokens) {
    if (tokens.isEmpty()) {
      return tokens;
    }
    Token last = tokens.getLast();
    Token end = new Token(
        TokenKind.END, "", last.part(), last.end(), last.end(), last.line(), last.column(), true,
        true, false);
    var remaining = tokens.iterator();
    MacroExpander nested = new MacroExpander(
        macros, budget, diagnostics, () -> remaining.hasNext() ? remaining.next() : end, frozen);
    List<Token> expanded = new ArrayList<>(tokens.size());
    for (Token token = nested.next(); token.kind() != TokenKind.END; token = nested.next()) {
      expanded.add(token);
    }
    nested.release();
    return expanded;
  }

  /** The next token that no macro replaces; at the end, one of kind {@link TokenKind#END}. */
  Token next() {
    while (true) {
      Token token = raw();
      if (!token.isIdentifier() || budget.isExhausted()) {
        return token;
      }
      Macro macro = macros.find(token.text());
      if (macro == null) {
        return unnamed(token);
      }
      if (frozen.contains(token)) {
        return token;
      }
      if (macro.active > 0) {
        frozen.add(token);
        return token;
      }
      if (!macro.functionLike) {
        push(macro, token, List.of());
      } else if (!nextIsOpen()) {
        return token;
      } else {
        List<List<Token>> arguments = arguments(macro, token);
        if (arguments == null) {
          return token;
        }
        push(macro, token, arguments);
      }
    }
  }

  private Token unnamed(Token token) {
    if (token.text().startsWith("_")) {
      if (token.is("_Pragma")) {
        return pragma(token);
      }
      boolean counts = token.is(MacroTable.COUNTER);
      String value = MacroTable.momentary(token, counts ? budget.nextCounter() : 0);
      if (value != null) {
        return made(MacroTable.momentaryKind(token.text()), value, token, token.spaceBefore());
      }
    }
    return token;
  }

  private Token pragma(Token name) {
    if (!nextIsOpen()) {
      return name;
    }
    StringBuilder text = new StringBuilder("_Pragma(");
    Token token = raw();
    while (token.kind() != TokenKind.END && !token.is(")")) {
      text.append(token.text());
      token = raw();
    }
    if (token.kind() == TokenKind.END) {
      hold(token);
      diagnostics.error(name.position(), "_Pragma is not closed");
    }
    return made(TokenKind.PRAGMA, text.append(')').toString(), name, true);
  }

  private static Token made(TokenKind kind, String text, Token use, boolean space) {
    return new Token(
        kind, text, use.part(), use.offset(), use.end(), use.line(), use.column(), space,
        use.startsLine(), true);
  }

  private void push(Macro macro, Token use, List<List<Token>> arguments) {
    List<Token> replaced = new MacroSubstitution(this, macro, use, arguments, diagnostics).result();
    if (!budget.spend(replaced.size() + 1, use)) {
      return;
    }
    macro.active++;
    frames.push(new Frame(replaced, macro));
  }

  /** Carries the mark of a name that stays off over to its copy. */
  @SuppressWarnings("ReferenceEquality") // The mark is on the object, since equal tokens elsewhere are free of it.
  Token respaced(Token token, boolean space) {
    Token copy = token.withSpaceBefore(space);
    if (copy != token && frozen.contains(token)) {
      frozen.add(copy);
    }
    return copy;
  }

  /** Whether there is still room for {@code more} tokens inside an expansion that is being made. */
  boolean hasRoom(int more, Token use) {
    return budget.spend(more, use);
  }

  /** An argument expanded on its own. */
  List<Token> expandArgument(List<Token> argument, Token use) {
    if (argument.isEmpty() || !budget.spend(argument.size(), use) || !budget.enter(use)) {
      return argument;
    }
    List<Token> expanded = expandAll(argument);
    budget.leave();
    return expanded;
  }

  private Token raw() {
    Token given = held;
    if (given != null) {
      held = null;
      return given;
    }
    while (!frames.isEmpty()) {
      Frame frame = frames.peek();
      if (frame.at < frame.tokens.size()) {
        return frame.tokens.get(frame.at++);
      }
      pop();
    }
    return feed.get();
  }

  private void pop() {
    Macro macro = frames.pop().macro;
    if (macro != null) {
      macro.active--;
    }
  }

  private void release() {
    while (!frames.isEmpty()) {
      pop();
    }
  }

  private void hold(Token token) {
    held = token;
  }

  /** Steps over an opening parenthesis if one comes next, also when a line's end or an expansion's end lies between. */
  private boolean nextIsOpen() {
    Token token = raw();
    if (token.is("(")) {
      return true;
    }
    hold(token);
    return false;
  }

  private @Nullable List<List<Token>> arguments(Macro macro, Token use) {
    List<List<Token>> arguments = new ArrayList<>();
    List<Token> current = new ArrayList<>();
    int depth = 0;
    while (true) {
      Token token = raw();
      if (token.kind() == TokenKind.END) {
        diagnostics.error(use.position(),
            "the arguments of macro '" + macro.name + "' are not closed");
        hold(token);
        return null;
      }
      if (token.is("(")) {
        depth++;
      } else if (token.is(")") && depth-- == 0) {
        break;
      }
      boolean rest = macro.variadic && arguments.size() == macro.parameters.size() - 1;
      if (token.is(",") && depth == 0 && !rest) {
        arguments.add(current);
        current = new ArrayList<>();
      } else {
        current.add(token);
      }
    }
    if (!current.isEmpty() || !arguments.isEmpty() || macro.parameters.size() == 1) {
      arguments.add(current);
    }
    if (macro.variadic && arguments.size() == macro.parameters.size() - 1) {
      arguments.add(List.of());
    }
    if (arguments.size() != macro.parameters.size()) {
      diagnostics.error(
          use.position(),
          "macro '" + macro.name + "' takes " + macro.parameters.size() + " arguments, not "
              + arguments.size());
      while (arguments.size() < macro.parameters.size()) {
        arguments.add(List.of());
      }
    }
    return arguments;
  }
}
