package dev.assay.msl.reader.syntax;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * For each opening bracket the place of its closing one, found in one pass, so that the parser can step over what it
 * does not read without recursion. An angle bracket is paired when it can be a template argument list.
 */
final class Brackets {

  private static final int MAX_LOOK_DOWN = 64;

  private final List<Token> tokens;
  private final int[] closing;
  private final BitSet unclosed = new BitSet();
  private final Diagnostics diagnostics;
  private int[] open = new int[64];
  private int depth;
  private int braces;

  Brackets(List<Token> tokens, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
    this.closing = new int[tokens.size()];
    Arrays.fill(closing, -1);
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind() == TokenKind.PUNCTUATOR) {
        pair(i, token.text());
      }
    }
    while (depth > 0) {
      leaveOpen(tokens.size() - 1);
    }
  }

  /** Where the content of the bracket at {@code opening} ends; -1 when an angle bracket there opens no list. */
  int end(int opening) {
    return closing[opening];
  }

  /** The index past the bracket at {@code opening} and all it holds. */
  int after(int opening) {
    return unclosed.get(opening) ? closing[opening] : closing[opening] + 1;
  }

  private void pair(int i, String text) {
    switch (text) {
      case "(", "[", "{" -> push(i);
      case "<" -> {
        if (i > 0 && tokens.get(i - 1).isIdentifier() && !tokens.get(i - 1).is("operator")) {
          push(i);
        }
      }
      case ">" -> {
        if (depth > 0 && is(depth - 1, "<")) {
          closing[open[--depth]] = i;
        }
      }
      case ";" -> dropAngles();
      case ")" -> close(i, "(");
      case "]" -> close(i, "[");
      case "}" -> closeBrace(i);
      default -> {
        // No bracket.
      }
    }
  }

  private void push(int i) {
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
    }
    open[depth++] = i;
    if (is(depth - 1, "{")) {
      braces++;
    }
  }

  private boolean is(int level, String text) {
    return tokens.get(open[level]).text().equals(text);
  }

  private void dropAngles() {
    while (depth > 0 && is(depth - 1, "<")) {
      depth--;
    }
  }

  private void close(int i, String opener) {
    dropAngles();
    int level = depth - 1;
    int lowest = Math.max(0, depth - MAX_LOOK_DOWN);
    while (level >= lowest && !is(level, opener) && !is(level, "{")) {
      level--;
    }
    if (level < lowest || !is(level, opener)) {
      stray(i);
      return;
    }
    while (depth - 1 > level) {
      leaveOpen(i);
    }
    closing[open[--depth]] = i;
  }

  private void closeBrace(int i) {
    dropAngles();
    if (braces == 0) {
      stray(i);
      return;
    }
    while (!is(depth - 1, "{")) {
      leaveOpen(i);
    }
    braces--;
    closing[open[--depth]] = i;
    dropAngles();
  }

  private void leaveOpen(int end) {
    int opening = open[--depth];
    Token token = tokens.get(opening);
    if (token.text().equals("<")) {
      return;
    }
    if (token.text().equals("{")) {
      braces--;
    }
    closing[opening] = end;
    unclosed.set(opening);
    diagnostics.error(token.position(), "this '" + token.text() + "' is not closed");
  }

  private void stray(int i) {
    Token token = tokens.get(i);
    diagnostics.error(token.position(), "this '" + token.text() + "' closes nothing");
  }
}
