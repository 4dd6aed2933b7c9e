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
    return !reopens(in, "metal") && !reopens(in, "simd");
  }

  /**
   * What opens the namespace. Core Image's, which its sources reopen inside, would hide the library's
   * and so gets its names.
   */
  static String head(TokenSpan in) {
    return reopens(in, "coreimage")
        ? "namespace { namespace coreimage { MSL_CORE_IMAGE_NAMES }"
        : "namespace {";
  }

  private static boolean reopens(TokenSpan in, String name) {
    for (int i = 0; i + 1 < in.size(); i++) {
      if (in.is(i, "namespace") && in.is(i + 1, name)
          && !in.is(i - 1, "using") && !in.is(i + 2, ";")) {
        return true;
      }
    }
    return false;
  }
}
