package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;

/** Comparison of results: every element, NaN where and only where it is expected, infinities by sign. */
final class Closeness {
  private Closeness() {}

  /** How far an element may lie from its expected value. */
  @FunctionalInterface
  interface Bound {
    double of(double expected);
  }

  /** One unit in the last place of f32, and what f64 accumulation loses when terms cancel. */
  static double oneRounding(double expected) {
    return Math.ulp((float) expected) + 1e-10;
  }

  /** The same for this type; integers must be equal. */
  static Bound oneRounding(DType dtype) {
    return switch (dtype) {
      case F32 -> Closeness::oneRounding;
      case F16 -> expected -> unit(expected, 10, -14) + 1e-10;
      case BF16 -> expected -> unit(expected, 7, -126) + 1e-10;
      case I8, I16, I32, I64, U8, U16, U32, U64, BOOL -> expected -> 0;
    };
  }

  private static double unit(double expected, int fractionBits, int leastExponent) {
    return Math.scalb(1.0, Math.max(Math.getExponent(expected), leastExponent) - fractionBits);
  }

  static void assertClose(String what, Elements actual, Elements expected, Bound bound) {
    assertClose(what, actual, expected.toDoubles(), bound);
  }

  static void assertClose(String what, Elements actual, double[] expected, Bound bound) {
    assertThat(actual.length()).as("length of %s", what).isEqualTo(expected.length);
    for (int i = 0; i < expected.length; i++) {
      double found = actual.getDouble(i);
      boolean close = Double.compare(found, expected[i]) == 0
          || Math.abs(found - expected[i]) <= bound.of(expected[i]);
      assertThat(close).as("%s, element %s: expected %s, was %s", what, i, expected[i], found)
          .isTrue();
    }
  }
}
