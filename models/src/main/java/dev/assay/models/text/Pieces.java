package dev.assay.models.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a long text before white space, so that the native tokeniser's memory, some 700 bytes a token, stays small.
 * BERT's normalisation looks at single characters and never across white space, nor does a word or a special token
 * span it: the ids of the pieces are the ids of the whole.
 */
final class Pieces {
  /** UTF-16 units after which a piece ends at the last white space. */
  static final int SIZE = 1 << 16;

  private Pieces() {}

  /** The pieces in order; together the text. A word longer than a piece stays whole. */
  static List<String> of(String text) {
    return of(text, SIZE);
  }

  static List<String> of(String text, int size) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    while (text.length() - start > size) {
      int end = lastSpace(text, start + 1, start + size);
      if (end < 0) {
        end = nextSpace(text, start + size);
      }
      pieces.add(text.substring(start, end));
      start = end;
    }
    pieces.add(text.substring(start));
    return pieces;
  }

  private static int lastSpace(String text, int from, int to) {
    for (int i = to; i >= from; i--) {
      if (isSpace(text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private static int nextSpace(String text, int from) {
    int i = from;
    while (i < text.length() && !isSpace(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Only what the normalisation turns into a space; other control characters vanish and join their neighbours. */
  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
  }
}
