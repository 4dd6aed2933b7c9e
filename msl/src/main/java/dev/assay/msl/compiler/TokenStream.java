package dev.assay.msl.compiler;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Tokens with the partner of every bracket, found once. */
final class TokenStream {
  private static final int LONGEST_LIST = 1000;

  private final String text;
  private final List<Token> tokens;
  private final int[] partner;

  TokenStream(String text) {
    this.text = text;
    this.tokens = MslLexer.tokens(text);
    this.partner = match(tokens);
  }

  private static int[] match(List<Token> tokens) {
    int[] partner = new int[tokens.size()];
    Arrays.fill(partner, -1);
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind() != Token.Kind.PUNCTUATION) {
        continue;
      }
      switch (token.text()) {
        case "(", "[", "{" -> open.push(i);
        case ")", "]", "}" -> {
          if (!open.isEmpty()) {
            int start = open.pop();
            partner[start] = i;
            partner[i] = start;
          }
        }
        default -> {}
      }
    }
    return partner;
  }

  String text() {
    return text;
  }

  int size() {
    return tokens.size();
  }

  /** The token, or an empty one past either end, so that cut-off text needs no special case. */
  Token get(int index) {
    if (index < 0 || index >= tokens.size()) {
      int at = index < 0 ? 0 : text.length();
      return new Token(Token.Kind.PUNCTUATION, at, at, "");
    }
    return tokens.get(index);
  }

  boolean is(int index, String expected) {
    return index >= 0 && index < tokens.size() && tokens.get(index).is(expected);
  }

  boolean isIdentifier(int index) {
    return index >= 0 && index < tokens.size() && tokens.get(index).isIdentifier();
  }

  /** The index of the bracket that closes or opens this one; the stream's end where none does. */
  int partner(int index) {
    boolean none = index < 0 || index >= partner.length || partner[index] < 0;
    return none ? tokens.size() : partner[index];
  }

  /** Whether an attribute list of double brackets begins here. */
  boolean isAttributeStart(int index) {
    return is(index, "[") && is(index + 1, "[")
        && tokens.get(index).end() == tokens.get(index + 1).start();
  }

  /** Whether a template argument or parameter list may open here, as far as a declaration goes. */
  boolean opensAngles(int index) {
    return is(index, "<") && isIdentifier(index - 1) && !is(index - 1, "operator");
  }

  /** Whether an address space here qualifies a member function: it follows the parameters. */
  boolean isMemberQualifier(int index) {
    return is(index - 1, ")") || (is(index - 1, "const") && is(index - 2, ")"));
  }

  /** Whether this assigns or initialises, and does not name an operator. */
  boolean isAssignment(int index) {
    return is(index, "=") && !is(index - 1, "operator");
  }

  /**
   * The index after the template argument or parameter list that opens at {@code index}, or
   * {@code limit} where it does not close. Brackets inside are skipped whole.
   */
  int afterAngles(int index, int limit) {
    int depth = 0;
    // Longer lists do not occur, and looking further for every stray '<' would take quadratic time.
    int last = Math.min(limit, index + LONGEST_LIST);
    for (int i = index; i < last; i++) {
      switch (get(i).text()) {
        case "<" -> depth++;
        case ">" -> {
          if (--depth == 0) {
            return i + 1;
          }
        }
        case "(", "[", "{" -> i = Math.min(partner(i), limit);
        case ";" -> {
          return limit;
        }
        default -> {}
      }
    }
    return limit;
  }

  /** The source text of tokens {@code from} to before {@code to}. */
  String text(int from, int to) {
    if (from >= to) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    for (int i = from; i < to; i++) {
      if (i > from && get(i).start() > get(i - 1).end()) {
        out.append(' ');
      }
      out.append(get(i).text());
    }
    return out.toString();
  }
}
