package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.text.SourcePart;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The macros that stand before the first line: what Apple's compiler predefines for macOS with safe math, so that the
 * same branches are read, then what the caller defines.
 */
final class Predefined {

  private static final String TEXT =
      """
          #define __METAL__ 1
          #define __METAL_MACOS__ 1
          #define __AIR64__ 1
          #define __APPLE__ 1
          #define __APPLE_CC__ 6000
          #define __MACH__ 1
          #define __clang__ 1
          #define __clang_major__ 32023
          #define __clang_minor__ 0
          #define __clang_patchlevel__ 0
          #define __llvm__ 1
          #define __GNUC__ 4
          #define __GNUC_MINOR__ 2
          #define __GNUC_PATCHLEVEL__ 1
          #define __STDC__ 1
          #define __STDC_HOSTED__ 0
          #define __cplusplus 201402L
          #define __GNUG__ 4
          #define __LITTLE_ENDIAN__ 1
          #define __LP64__ 1
          #define _LP64 1
          #define __CHAR_BIT__ 8
          #define __SCHAR_MAX__ 127
          #define __SHRT_MAX__ 32767
          #define __INT_MAX__ 2147483647
          #define __LONG_MAX__ 9223372036854775807L
          #define __BOOL_WIDTH__ 8
          #define __ORDER_LITTLE_ENDIAN__ 1234
          #define __ORDER_BIG_ENDIAN__ 4321
          #define __BYTE_ORDER__ 1234
          #define __OPTIMIZE__ 1
          #define __FINITE_MATH_ONLY__ 0
          #define __HAVE_BFLOAT__ 1
          #define __HAVE_SIMDGROUP__ 1
          #define __HAVE_SIMDGROUP_BALLOT__ 1
          #define __HAVE_SIMDGROUP_REDUCTION__ 1
          #define __HAVE_SIMDGROUP_MATRIX__ 1
          #define __HAVE_QUADGROUP__ 1
          #define __HAVE_TEXTURE_CUBE_ARRAY__ 1
          #define __HAVE_TEXTURE_2D_MS_ARRAY__ 1
          #define __HAVE_DEPTH_CUBE_ARRAY__ 1
          #define __HAVE_DEPTH_2D_MS_ARRAY__ 1
          #define __HAVE_RAYTRACING__ 1
          #define __HAVE_ATOMIC_FLOAT__ 1
          #define TARGET_OS_MAC 1
          #define TARGET_OS_OSX 1
          #define TARGET_OS_IPHONE 0
          #define TARGET_OS_IOS 0
          #define TARGET_OS_TV 0
          #define TARGET_OS_WATCH 0
          #define TARGET_OS_VISION 0
          #define TARGET_OS_SIMULATOR 0
          #define TARGET_OS_MACCATALYST 0
          #define TARGET_CPU_ARM64 1
          """;

  private static final SourcePart LIBRARY = SourcePart.of("<metal>", libraryMacros());

  private Predefined() {}

  /** The macros of the language's own headers, which an include of any of them defines. */
  static SourcePart library() {
    return LIBRARY;
  }

  private static String libraryMacros() {
    try (InputStream in =
        Predefined.class.getResourceAsStream("/dev/assay/msl/device/macros.h")) {
      if (in == null) {
        throw new IllegalStateException("the macros of MSL's headers are missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The compiler's own macros. */
  static SourcePart compiler(int metalVersion) {
    return SourcePart.of("<predefined>", TEXT + "#define __METAL_VERSION__ " + metalVersion + "\n");
  }

  /** The caller's macros, in the map's order; an empty value defines an empty macro. */
  static SourcePart caller(Map<String, String> defines) {
    StringBuilder text = new StringBuilder();
    defines.forEach((name, value) -> text.append("#define ")
        .append(oneLine(name))
        .append(' ')
        .append(oneLine(value))
        .append('\n'));
    return SourcePart.of("<defines>", text.toString());
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }
}
