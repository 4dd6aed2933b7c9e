package dev.assay.ops;

import java.math.BigDecimal;
import java.math.MathContext;

/** Activation functions in decimals of 70 digits, each by its defining formula. */
final class NaiveActivations {
  private static final MathContext WIDE = new MathContext(70);
  private static final BigDecimal NEGLIGIBLE = new BigDecimal("1e-75");
  private static final BigDecimal PI = new BigDecimal(
      "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899863");

  private NaiveActivations() {}

  /** x/2 · (1 + erf(x/√2)) by the alternating Maclaurin series of erf; beyond ±13 that is x or 0 in every type. */
  static BigDecimal geluErf(BigDecimal x) {
    if (x.abs().compareTo(BigDecimal.valueOf(13)) > 0) {
      return x.max(BigDecimal.ZERO);
    }
    BigDecimal half = x.multiply(x, WIDE).divide(BigDecimal.TWO, WIDE);
    BigDecimal power = x.divide(BigDecimal.TWO.sqrt(WIDE), WIDE);
    BigDecimal sum = BigDecimal.ZERO;
    for (int n = 0; power.abs().compareTo(NEGLIGIBLE) > 0; n++) {
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * n + 1), WIDE), WIDE);
      power = power.multiply(half, WIDE).negate().divide(BigDecimal.valueOf(n + 1), WIDE);
    }
    BigDecimal erf = sum.multiply(BigDecimal.TWO, WIDE).divide(PI.sqrt(WIDE), WIDE);
    return x.divide(BigDecimal.TWO, WIDE).multiply(BigDecimal.ONE.add(erf), WIDE);
  }

  /** x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))), with tanh(t) = (e^2t − 1) / (e^2t + 1). */
  static BigDecimal geluTanh(BigDecimal x) {
    BigDecimal inner = x.pow(3)
        .multiply(new BigDecimal("0.044715"))
        .add(x)
        .multiply(BigDecimal.TWO.divide(PI, WIDE).sqrt(WIDE), WIDE);
    if (inner.abs().compareTo(BigDecimal.valueOf(60)) > 0) {
      return x.max(BigDecimal.ZERO);
    }
    BigDecimal power = exp(inner.multiply(BigDecimal.TWO));
    BigDecimal tanh =
        power.subtract(BigDecimal.ONE).divide(power.add(BigDecimal.ONE), WIDE);
    return x.divide(BigDecimal.TWO, WIDE).multiply(BigDecimal.ONE.add(tanh), WIDE);
  }

  /** x · e^x / (1 + e^x). */
  static BigDecimal silu(BigDecimal x) {
    if (x.abs().compareTo(BigDecimal.valueOf(200)) > 0) {
      return x.max(BigDecimal.ZERO);
    }
    BigDecimal power = exp(x);
    return x.multiply(power, WIDE).divide(power.add(BigDecimal.ONE), WIDE);
  }

  /** Taylor's series of e^(x/256), squared eight times. */
  private static BigDecimal exp(BigDecimal x) {
    BigDecimal small = x.divide(BigDecimal.valueOf(256), WIDE);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int n = 1; term.abs().compareTo(NEGLIGIBLE) > 0; n++) {
      term = term.multiply(small, WIDE).divide(BigDecimal.valueOf(n), WIDE);
      sum = sum.add(term, WIDE);
    }
    return sum.pow(256, WIDE);
  }
}
