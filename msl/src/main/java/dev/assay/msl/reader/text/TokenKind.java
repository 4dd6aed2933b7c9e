package dev.assay.msl.reader.text;

/** What a token is to the preprocessor and the parser. */
public enum TokenKind {
  /** Identifiers and keywords. */
  IDENTIFIER,
  /** Numbers in the preprocessor's wide sense: {@code 1.0h}, {@code 0xFFu}, {@code 3e}. */
  NUMBER,
  /** A string literal with its quotes. */
  STRING,
  /** A character literal with its quotes. */
  CHARACTER,
  /** An operator or bracket. {@code >>} is two tokens, so that template argument lists close; {@code [[} is two too. */
  PUNCTUATOR,
  /** A whole {@code #pragma} line, kept for the compiler; the parser steps over it. */
  PRAGMA,
  /** A character that begins no token. */
  OTHER,
  /** The end of the text. */
  END
}
