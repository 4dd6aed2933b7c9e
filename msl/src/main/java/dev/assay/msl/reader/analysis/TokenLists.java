package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.ArrayList;
import java.util.List;

/** Walks over short token lists such as types and template arguments. */
final class TokenLists {

  private TokenLists() {}

  static boolean is(List<Token> tokens, int index, String text) {
    return index >= 0 && index < tokens.size() && tokens.get(index).is(text);
  }

  static boolean isIdentifier(List<Token> tokens, int index) {
    return index >= 0 && index < tokens.size() && tokens.get(index).isIdentifier();
  }

  /** The index past the group that opens at {@code open}, angle brackets included; the list's size if it is not closed. */
  static int after(List<Token> tokens, int open) {
    boolean angle = tokens.get(open).is("<");
    int groups = 0;
    int angles = 0;
    for (int i = open; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind() != TokenKind.PUNCTUATOR) {
        continue;
      }
      switch (token.text()) {
        case "(", "[", "{" -> groups++;
        case ")", "]", "}" -> {
          if (--groups == 0 && !angle) {
            return i + 1;
          }
        }
        case "<" -> {
          if (groups == 0 && (i == open || isIdentifier(tokens, i - 1))) {
            angles++;
          }
        }
        case ">" -> {
          if (groups == 0 && --angles == 0 && angle) {
            return i + 1;
          }
        }
        default -> {
          // Neither opens nor closes.
        }
      }
    }
    return tokens.size();
  }

  /** The tokens between the brackets of the group at {@code open}. */
  static List<Token> inside(List<Token> tokens, int open) {
    int after = after(tokens, open);
    boolean closed = after - 1 > open && "])}>".contains(tokens.get(after - 1).text());
    return tokens.subList(open + 1, Math.max(open + 1, closed ? after - 1 : after));
  }

  /** The pieces between commas that stand outside brackets; none for an empty list. */
  static List<List<Token>> split(List<Token> tokens) {
    List<List<Token>> pieces = new ArrayList<>();
    int from = 0;
    int at = 0;
    while (at < tokens.size()) {
      Token token = tokens.get(at);
      if (token.is(",")) {
        pieces.add(tokens.subList(from, at));
        from = at + 1;
      }
      boolean opens = token.is("(") || token.is("[") || token.is("{")
          || (token.is("<") && isIdentifier(tokens, at - 1));
      at = opens ? after(tokens, at) : at + 1;
    }
    if (from < tokens.size()) {
      pieces.add(tokens.subList(from, tokens.size()));
    }
    return pieces;
  }

  /** The list as one would write it: {@code metal::} dropped, a space only where words meet and behind commas. */
  static String text(List<Token> tokens) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (isLibraryNamespace(tokens, i)) {
        i += token.is("::") ? 2 : 1;
        continue;
      }
      if (token.kind() == TokenKind.PRAGMA || token.text().isEmpty()) {
        continue;
      }
      if (!text.isEmpty() && needsSpace(text.charAt(text.length() - 1), token)) {
        text.append(' ');
      }
      text.append(token.text());
    }
    return text.toString();
  }

  /** Whether {@code metal::} or {@code ::metal::} begins a name at {@code i}. */
  private static boolean isLibraryNamespace(List<Token> tokens, int i) {
    boolean begins = i == 0
        || (!is(tokens, i - 1, "::") && !(tokens.get(i).is("::") && isIdentifier(tokens, i - 1)));
    int name = tokens.get(i).is("::") ? i + 1 : i;
    return begins && is(tokens, name, "metal") && is(tokens, name + 1, "::");
  }

  private static boolean needsSpace(char last, Token next) {
    boolean word = Character.isLetterOrDigit(next.text().charAt(0)) || next.text().charAt(0) == '_';
    return last == ','
        || (word && (Character.isLetterOrDigit(last) || last == '_' || last == '>' || last == '*'
            || last == '&' || last == ')'));
  }
}
