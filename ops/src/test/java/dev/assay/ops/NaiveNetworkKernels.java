package dev.assay.ops;

import dev.assay.spi.kernel.KernelCase;
import java.math.BigDecimal;
import java.math.MathContext;

/** The kernels of networks again, as {@link NaiveKernels}: norms, activations, softmax, products of matrices. */
final class NaiveNetworkKernels extends NaiveCase {
  private static final BigDecimal NEGLIGIBLE = new BigDecimal("1e-40");

  NaiveNetworkKernels(KernelCase input) {
    super(input);
  }

  double element(String kernel, String output, long i) {
    return switch (kernel) {
      case "gelu_erf" -> gelu(exact("x", i));
      case "layer_norm" -> layerNorm(i, false);
      case "fused_residual_layer_norm" -> layerNorm(i, true);
      case "softmax" -> softmax(i);
      case "matmul" -> matmul(i);
      default -> throw new AssertionError(
          "nobody computes " + output + " of " + kernel + " independently: add it here");
    };
  }

  /** x/2 · (1 + erf(x/√2)) by the alternating Maclaurin series of erf. */
  private static double gelu(BigDecimal x) {
    MathContext wide = new MathContext(70);
    BigDecimal pi = new BigDecimal(
        "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899863");
    BigDecimal half = x.multiply(x, wide).divide(BigDecimal.TWO, wide);
    BigDecimal power = x.divide(BigDecimal.TWO.sqrt(wide), wide);
    BigDecimal sum = BigDecimal.ZERO;
    for (int n = 0; power.abs().compareTo(NEGLIGIBLE) > 0; n++) {
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * n + 1), wide), wide);
      power = power.multiply(half, wide).negate().divide(BigDecimal.valueOf(n + 1), wide);
    }
    BigDecimal erf = sum.multiply(BigDecimal.TWO, wide).divide(pi.sqrt(wide), wide);
    return x.divide(BigDecimal.TWO, wide).multiply(BigDecimal.ONE.add(erf), wide).doubleValue();
  }

  /** Variance as the mean of squares less the square of the mean: exact enough in decimals, and another formula. */
  private double layerNorm(long i, boolean residual) {
    long width = field("width");
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squares = BigDecimal.ZERO;
    for (long c = 0; c < width; c++) {
      BigDecimal x = summed(i / width * width + c, residual);
      sum = sum.add(x);
      squares = squares.add(x.multiply(x));
    }
    BigDecimal count = BigDecimal.valueOf(width);
    BigDecimal mean = sum.divide(count, DIGITS);
    BigDecimal variance =
        squares.divide(count, DIGITS).subtract(mean.multiply(mean, DIGITS), DIGITS);
    BigDecimal deviation = variance.add(new BigDecimal(params.getDouble("eps"))).sqrt(DIGITS);
    return summed(i, residual).subtract(mean)
        .divide(deviation, DIGITS)
        .multiply(exact("gamma", i % width))
        .add(exact("beta", i % width))
        .doubleValue();
  }

  private BigDecimal summed(long i, boolean residual) {
    return residual ? exact("x", i).add(exact("residual", i)) : exact("x", i);
  }

  /** 1 / Σ e^(zⱼ − zᵢ), which needs no maximum: cases keep |z| moderate. */
  private double softmax(long i) {
    long[] shape = params.getLongs("shape");
    int axis = (int) field("axis");
    long inner = 1;
    for (int d = axis + 1; d < shape.length; d++) {
      inner *= shape[d];
    }
    long first = i - i / inner % shape[axis] * inner;
    double own = logit(i);
    double sum = 0;
    for (long j = 0; j < shape[axis]; j++) {
      double other = logit(first + j * inner);
      sum += other == Double.NEGATIVE_INFINITY ? 0 : Math.exp(other - own);
    }
    return own == Double.NEGATIVE_INFINITY ? 0 : 1 / sum;
  }

  private double logit(long i) {
    return value("x", strided(i, "shape", "x_strides")) * params.getDouble("scale")
        + value("mask", strided(i, "shape", "mask_strides"));
  }

  private double matmul(long i) {
    long n = field("n");
    long m = field("m");
    long batch = i / n / m;
    long a = strided(batch, "batch", "a_batch_strides") + i / n % m * field("a_row_stride");
    long b = strided(batch, "batch", "b_batch_strides") + i % n * field("b_column_stride");
    BigDecimal sum = BigDecimal.ZERO;
    for (long k = 0; k < field("k"); k++) {
      sum = sum.add(exact("a", a + k * field("a_column_stride"))
          .multiply(exact("b", b + k * field("b_row_stride"))));
    }
    return sum.doubleValue();
  }
}
