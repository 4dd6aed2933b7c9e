package dev.assay.msl.compiler;

import dev.assay.msl.reader.syntax.TokenSpan;

/**
 * Puts a source's declarations into a namespace without name, so that only what the wanted kernel
 * reaches becomes code. A source that adds to the library's namespace stays as it is.
 */
final class Enclosure {
  private Enclosure() {}

  /** Whether the declarations may be put there. */
  static boolean suits(TokenSpan in) {
    for (int i = 0; i + 1 < in.size(); i++) {
      if (in.is(i, "namespace") && (in.is(i + 1, "metal") || in.is(i + 1, "simd"))
          && !in.is(i - 1, "using") && !in.is(i + 2, ";")) {
        return false;
      }
    }
    return true;
  }
}
