package dev.assay.ops;

import java.math.BigDecimal;
import java.math.MathContext;

/** Functions in decimal arithmetic, by their series: slow, and independent of {@link Math}. */
final class Decimals {
  static final MathContext DIGITS = new MathContext(40);

  private static final MathContext WIDE = new MathContext(70);
  private static final BigDecimal NEGLIGIBLE = new BigDecimal("1e-50");
  private static final BigDecimal PI = new BigDecimal(
      "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899863");

  private Decimals() {}

  /** e^x by its series, for |x| up to some hundreds. */
  static BigDecimal exp(BigDecimal x) {
    // e^x = (e^(x/1024))^1024: few terms, and nothing cancels.
    BigDecimal small = x.divide(BigDecimal.valueOf(1024), WIDE);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int n = 1; term.abs().compareTo(NEGLIGIBLE) > 0; n++) {
      term = term.multiply(small, WIDE).divide(BigDecimal.valueOf(n), WIDE);
      sum = sum.add(term, WIDE);
    }
    return sum.pow(1024, WIDE);
  }

  /** The natural logarithm of a positive number, by Newton's method on {@link #exp}. */
  static BigDecimal ln(BigDecimal x) {
    BigDecimal y = new BigDecimal(Math.log(x.doubleValue()));
    for (int step = 0; step < 2; step++) {
      y = y.add(x.multiply(exp(y.negate()), WIDE).subtract(BigDecimal.ONE), WIDE);
    }
    return y;
  }

  /** The error function by its alternating series, for |x| up to 8. */
  static BigDecimal erf(BigDecimal x) {
    BigDecimal square = x.multiply(x, WIDE);
    BigDecimal power = x;
    BigDecimal sum = BigDecimal.ZERO;
    for (int n = 0; power.abs().compareTo(NEGLIGIBLE) > 0; n++) {
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * n + 1), WIDE), WIDE);
      power = power.multiply(square, WIDE).negate().divide(BigDecimal.valueOf(n + 1), WIDE);
    }
    return sum.multiply(BigDecimal.TWO, WIDE).divide(PI.sqrt(WIDE), WIDE);
  }
}
