package dev.assay.spi.data;

/**
 * Rounding of a double straight to the narrow formats, to nearest even. Going through float first would round twice:
 * 1 + 2⁻¹¹ + 2⁻⁴⁰ is above the midpoint of two halves, its float is the midpoint itself.
 */
final class FloatBits {
  private FloatBits() {}

  static short toHalf(double value) {
    return (short) narrow(value, 10, -14, 15);
  }

  static short toBfloat(double value) {
    return (short) narrow(value, 7, -126, 127);
  }

  static double fromHalf(short bits) {
    return Float.float16ToFloat(bits);
  }

  static double fromBfloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Bits of the nearest value with the given fraction bits and exponent range, sign in bit 15. */
  private static int narrow(double value, int fractionBits, int minExponent, int maxExponent) {
    int sign = (int) (Double.doubleToRawLongBits(value) >>> 48) & 0x8000;
    int infinity = ((maxExponent - minExponent + 2) << fractionBits);
    if (Double.isNaN(value)) {
      return sign | infinity | 1 << (fractionBits - 1);
    }
    double magnitude = Math.abs(value);
    int exponent = Math.max(Math.getExponent(magnitude), minExponent);
    // One unit in the last place is 2^(exponent − fractionBits); scaling by a power of two is exact, rint is the only rounding.
    double units = Math.scalb(magnitude, fractionBits - exponent);
    if (Double.isInfinite(units)) {
      return sign | infinity;
    }
    long rounded = (long) Math.rint(units);
    // The implicit bit is part of `rounded`, so a carry into the next binade and a step from subnormal to normal just add up.
    long bits = ((long) (exponent - minExponent) << fractionBits) + rounded;
    return sign | (int) Math.min(bits, infinity);
  }
}
