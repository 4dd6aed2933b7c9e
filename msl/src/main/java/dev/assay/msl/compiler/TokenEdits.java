package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.TokenRange;
import java.util.HashMap;
import java.util.Map;

/** What a rewriter puts in the place of tokens. Of two edits of one token the first counts. */
final class TokenEdits {
  private final Map<Integer, String> replaced = new HashMap<>();

  void replace(int token, String text) {
    replaced.putIfAbsent(token, text);
  }

  /** Replaces a token whatever was said of it before. */
  void force(int token, String text) {
    replaced.put(token, text);
  }

  void remove(TokenRange range) {
    for (int i = range.from(); i < range.to(); i++) {
      replace(i, "");
    }
  }

  /** Replaces a whole range by one text. */
  void replace(TokenRange range, String text) {
    replace(range.from(), text);
    remove(range);
  }

  boolean has(int token) {
    return replaced.containsKey(token);
  }

  /** The text in the token's place: its own where nothing else was said. */
  String text(int token, String own) {
    return replaced.getOrDefault(token, own);
  }
}
