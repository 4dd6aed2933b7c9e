package dev.assay.msl.compiler;

/**
 * One token of preprocessed text.
 *
 * @param start offset of its first character
 * @param end offset after its last character
 */
record Token(Kind kind, int start, int end, String text) {
  enum Kind {
    IDENTIFIER,
    NUMBER,
    LITERAL,
    PUNCTUATION
  }

  boolean is(String other) {
    return text.equals(other);
  }

  boolean isIdentifier() {
    return kind == Kind.IDENTIFIER;
  }
}
