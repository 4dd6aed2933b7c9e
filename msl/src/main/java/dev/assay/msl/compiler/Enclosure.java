package dev.assay.msl.compiler;

/**
 * Puts a source's declarations into a namespace without name, so that only what the wanted kernel
 * reaches becomes code. A source that adds to the library's namespace stays as it is.
 */
final class Enclosure {
  private Enclosure() {}

  static String enclose(String rewritten, TokenStream tokens) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.is(i, "namespace") && (tokens.is(i + 1, "metal") || tokens.is(i + 1, "simd"))
          && !tokens.is(i - 1, "using")) {
        return rewritten;
      }
    }
    return "namespace {\n" + rewritten + "\n}\n";
  }
}
