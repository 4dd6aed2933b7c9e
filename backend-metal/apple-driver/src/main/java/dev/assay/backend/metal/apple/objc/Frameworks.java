package dev.assay.backend.metal.apple.objc;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.Optional;

/** The libraries of macOS that Metal needs, loaded once and for good. */
final class Frameworks {
  /** A command-line process that has not loaded CoreGraphics is told that there is no device. */
  private static final List<String> PATHS = List.of("/usr/lib/libobjc.A.dylib",
      "/usr/lib/libSystem.B.dylib",
      "/System/Library/Frameworks/Foundation.framework/Foundation",
      "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics",
      "/System/Library/Frameworks/Metal.framework/Metal");

  private Frameworks() {}

  /**
   * Loads them.
   *
   * @throws IllegalArgumentException where one is missing
   */
  @SuppressWarnings("restricted")
  static SymbolLookup load() {
    SymbolLookup all = name -> Optional.empty();
    for (String path : PATHS) {
      all = all.or(SymbolLookup.libraryLookup(path, Arena.global()));
    }
    return all;
  }
}
