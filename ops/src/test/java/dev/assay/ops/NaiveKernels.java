package dev.assay.ops;

import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.BinaryOperator;
import java.util.random.RandomGenerator;

/**
 * The kernels again, one element at a time from its index, in decimal arithmetic of 40 digits where that is feasible and
 * by other formulas than the reference functions use.
 */
final class NaiveKernels {
  private static final MathContext DIGITS = new MathContext(40);
  private static final BigDecimal NEGLIGIBLE = new BigDecimal("1e-40");
  private static final int MOST_CHECKED = 16;

  private final StructValue params;
  private final KernelCase input;

  private NaiveKernels(KernelCase input) {
    this.input = input;
    this.params = input.constants().values().iterator().next();
  }

  /** Compares elements of {@code out} (all of them when they are few, else some by chance) with the naive result. */
  static void check(KernelDeclaration kernel, KernelCase input, Elements out) {
    NaiveKernels naive = new NaiveKernels(input);
    RandomGenerator random = new java.util.Random(out.length());
    long checked = Math.min(MOST_CHECKED, out.length());
    for (long i = 0; i < checked; i++) {
      long index = out.length() <= MOST_CHECKED ? i : random.nextLong(out.length());
      double expected = naive.element(kernel.name().name(), index);
      Elements single = out.slice(index, 1);
      Closeness.assertClose(kernel + " " + input.label() + " at " + index, single,
          new double[] {expected},
          Closeness::oneRounding);
    }
  }

  private double element(String kernel, long i) {
    return switch (kernel) {
      case "add" -> binary(i, BigDecimal::add);
      case "sub" -> binary(i, BigDecimal::subtract);
      case "mul" -> binary(i, BigDecimal::multiply);
      case "div" -> binary(i, (a, b) -> a.divide(b, DIGITS));
      case "max" -> binary(i, BigDecimal::max);
      case "sqrt" -> exact("x", i).sqrt(DIGITS).doubleValue();
      case "gelu_erf" -> gelu(exact("x", i));
      case "bias_add" -> exact("x", i).add(exact("bias", i % field("width"))).doubleValue();
      case "layer_norm" -> layerNorm(i, false);
      case "fused_residual_layer_norm" -> layerNorm(i, true);
      case "softmax" -> softmax(i);
      case "matmul" -> matmul(i);
      case "copy" -> value("x", strided(i, "shape", "strides"));
      case "gather" ->
          value("table", input.inputs().get("indices").getLong(i / field("width")) * field("width")
              + i % field("width"));
      case "reduce_sum" -> reduceSum(i);
      default ->
          throw new AssertionError("nobody computes " + kernel + " independently: add it here");
    };
  }

  private double binary(long i, BinaryOperator<BigDecimal> operator) {
    return operator
        .apply(exact("a", strided(i, "shape", "a_strides")),
            exact("b", strided(i, "shape", "b_strides")))
        .doubleValue();
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

  private double reduceSum(long i) {
    long inner = field("inner");
    BigDecimal sum = BigDecimal.ZERO;
    for (long j = 0; j < field("axis"); j++) {
      sum = sum.add(exact("x", (i / inner * field("axis") + j) * inner + i % inner));
    }
    return sum.doubleValue();
  }

  /** The offset of row-major index {@code i}: one coordinate after the other, from the last axis on. */
  private long strided(long i, String sizes, String strides) {
    long[] shape = params.getLongs(sizes);
    long[] steps = params.getLongs(strides);
    long offset = 0;
    long rest = i;
    for (int d = shape.length - 1; d >= 0; d--) {
      offset += Math.floorMod(rest, shape[d]) * steps[d];
      rest = Math.floorDiv(rest, shape[d]);
    }
    return offset;
  }

  private long field(String name) {
    return params.getLong(name);
  }

  private double value(String buffer, long i) {
    return input.inputs().get(buffer).getDouble(i);
  }

  private BigDecimal exact(String buffer, long i) {
    return new BigDecimal(value(buffer, i));
  }
}
