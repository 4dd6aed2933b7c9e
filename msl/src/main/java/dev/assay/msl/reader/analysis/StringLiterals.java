package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The value of string literals, adjacent ones joined. */
final class StringLiterals {

  private StringLiterals() {}

  /** The joined value, or null when a token is no plain string literal or there is none. */
  static @Nullable String value(List<Token> tokens) {
    StringBuilder value = new StringBuilder();
    for (Token token : tokens) {
      String text = token.text();
      if (token.kind() != TokenKind.STRING || text.length() < 2 || text.charAt(0) != '"'
          || !text.endsWith("\"")) {
        return null;
      }
      unescape(text.substring(1, text.length() - 1), value);
    }
    return tokens.isEmpty() ? null : value.toString();
  }

  private static void unescape(String text, StringBuilder into) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        into.append(c);
        continue;
      }
      char escaped = text.charAt(++i);
      into.append(switch (escaped) {
        case 'n' -> '\n';
        case 't' -> '\t';
        default -> escaped;
      });
    }
  }
}
