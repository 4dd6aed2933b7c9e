package dev.assay.models.text;

/** Makes a string valid Unicode: native code gets UTF-8, which has no form for half a surrogate pair. */
final class WellFormed {
  private static final char REPLACEMENT = '\ufffd';

  private WellFormed() {}

  /** The text with each surrogate that has no partner replaced by U+FFFD; the same string where there is none. */
  static String of(String text) {
    int at = firstLone(text, 0);
    if (at < 0) {
      return text;
    }
    StringBuilder fixed = new StringBuilder(text);
    while (at >= 0) {
      fixed.setCharAt(at, REPLACEMENT);
      at = firstLone(text, at + 1);
    }
    return fixed.toString();
  }

  private static int firstLone(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }
}
