package dev.assay.ops.reference;

/**
 * The error function and its complement in double precision, both with a relative error below 1e-15 (between 0 and 0.75,
 * {@code erfc} has up to 2e-15).
 *
 * <p>Formulas: NIST Digital Library of Mathematical Functions, 7.6.2 (a series of positive terms, so that nothing
 * cancels) and 7.9.2 (a continued fraction).
 */
public final class Erf {
  private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);

  /** From here on the continued fraction is the better one: below, too little of erf cancels to be worth its steps. */
  private static final double FRACTION_FROM = 0.75;

  /** Beyond it erfc is smaller than the smallest double. */
  private static final double UNDERFLOW = 28;

  private Erf() {}

  /** 2/√π · ∫₀ˣ e^(−t²) dt. */
  public static double erf(double x) {
    if (x < 0) {
      return -erf(-x);
    }
    return x < 2 ? series(x) : 1 - erfc(x);
  }

  /** 1 − erf(x) without the cancellation. */
  public static double erfc(double x) {
    if (x < FRACTION_FROM) {
      return 1 - erf(x);
    }
    return x >= UNDERFLOW ? 0 : fraction(x);
  }

  /** 2/√π · e^(−x²) · Σ 2ⁿ x²ⁿ⁺¹ / (1 · 3 ⋯ (2n+1)). */
  private static double series(double x) {
    double term = x;
    double sum = x;
    for (int odd = 3; term > sum * 0x1p-56; odd += 2) {
      term *= 2 * x * x / odd;
      sum += term;
    }
    return TWO_OVER_SQRT_PI * gaussian(x) * sum;
  }

  /** e^(−x²) / √π · 2x / (2x² + 1 − 1·2 / (2x² + 5 − 3·4 / (2x² + 9 − ⋯))), evaluated from the far end. */
  private static double fraction(double x) {
    double twice = 2 * x * x;
    // Enough levels for the last bit; found by comparison with 60-digit values.
    int levels = (int) (10 + 90 / (x * x));
    double tail = twice + 4 * levels + 1;
    for (int n = levels; n > 0; n--) {
      tail = twice + 4 * n - 3 - (2 * n - 1) * (2.0 * n) / tail;
    }
    return TWO_OVER_SQRT_PI * x * gaussian(x) / tail;
  }

  /**
   * e^(−x²). An absolute error of the exponent is a relative error of the result, and the rounding error of a large
   * square is large: it is put back as a factor.
   */
  private static double gaussian(double x) {
    double square = x * x;
    double lost = Math.fma(x, x, -square);
    return Math.exp(-square) * (1 - lost);
  }
}
