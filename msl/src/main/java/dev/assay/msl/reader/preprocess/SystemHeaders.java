package dev.assay.msl.reader.preprocess;

import java.util.Set;

/** Headers that Apple's compiler brings along; what they declare is known to the reader without their text. */
final class SystemHeaders {

  private static final Set<String> NAMES = Set.of(
      "simd/simd.h",
      "simd/types.h",
      "simd/base.h",
      "simd/vector_types.h",
      "simd/matrix_types.h",
      "simd/common.h",
      "simd/geometry.h",
      "simd/math.h",
      "simd/matrix.h",
      "TargetConditionals.h",
      "Availability.h",
      "AvailabilityMacros.h",
      "os/base.h",
      "float.h",
      "limits.h",
      "stdint.h",
      "stddef.h",
      "stdbool.h",
      "math.h",
      "cstdint",
      "climits",
      "cfloat",
      "cstddef",
      "CoreImage/CoreImage.h",
      "SwiftUI/SwiftUI_Metal.h",
      "RealityKit/RealityKit.h");

  private static final int METAL_4 = 400;

  private SystemHeaders() {}

  /**
   * Whether {@code __has_include} finds the header.
   *
   * @param metalVersion as in {@code __METAL_VERSION__}
   */
  static boolean contains(String name, int metalVersion) {
    return contains(name) && (metalVersion >= METAL_4 || !isOfMetal4(name));
  }

  private static boolean isOfMetal4(String name) {
    return name.equals("metal_tensor") || name.startsWith("MetalPerformancePrimitives/");
  }

  /** Whether the header comes with the compiler; a text that includes one of a later version means that version. */
  static boolean contains(String name) {
    return isOfMetal4(name)
        || name.startsWith("metal_")
        || name.startsWith("metal/")
        || name.startsWith("__bits/")
        || NAMES.contains(name);
  }
}
