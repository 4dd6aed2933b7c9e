package dev.assay.ops;

import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import java.math.BigDecimal;
import java.util.function.BinaryOperator;
import java.util.random.RandomGenerator;

/**
 * The elementwise, moving and reducing kernels again, one element at a time from its index, in decimal arithmetic of 40
 * digits where that is feasible and by other formulas than the reference functions use.
 */
final class NaiveKernels extends NaiveCase {
  private static final int MOST_CHECKED = 16;

  private NaiveKernels(KernelCase input) {
    super(input);
  }

  /** Compares elements of an output (all of them when they are few, else some by chance) with the naive result. */
  static void check(KernelDeclaration kernel, KernelCase input, String output, Elements found) {
    NaiveKernels naive = new NaiveKernels(input);
    RandomGenerator random = new java.util.Random(found.length());
    long checked = Math.min(MOST_CHECKED, found.length());
    for (long i = 0; i < checked; i++) {
      long index = found.length() <= MOST_CHECKED ? i : random.nextLong(found.length());
      double expected = naive.element(kernel.name().name(), output, index);
      double rounded = Elements.of(found.dtype(), expected).getDouble(0);
      Closeness.assertClose(kernel + " " + input.label() + ", " + output + " at " + index,
          found.slice(index, 1), new double[] {rounded}, Closeness.oneRounding(found.dtype()));
    }
  }

  private double element(String kernel, String output, long i) {
    return switch (kernel) {
      case "add" -> binary(i, BigDecimal::add);
      case "sub" -> binary(i, BigDecimal::subtract);
      case "mul" -> binary(i, BigDecimal::multiply);
      case "div" -> binary(i, (a, b) -> a.divide(b, DIGITS));
      case "max" -> binary(i, BigDecimal::max);
      case "sqrt" -> exact("x", i).sqrt(DIGITS).doubleValue();
      case "bias_add" -> exact("x", i).add(exact("bias", i % field("width"))).doubleValue();
      case "copy" -> value("x", strided(i, "shape", "strides"));
      case "gather" ->
          value("table", integer("indices", i / field("width")) * field("width")
              + i % field("width"));
      case "reduce_sum" -> reduceSum(i);
      default -> new NaiveNetworkKernels(input).element(kernel, output, i);
    };
  }

  private double binary(long i, BinaryOperator<BigDecimal> operator) {
    return operator
        .apply(exact("a", strided(i, "shape", "a_strides")),
            exact("b", strided(i, "shape", "b_strides")))
        .doubleValue();
  }

  private double reduceSum(long i) {
    long inner = field("inner");
    BigDecimal sum = BigDecimal.ZERO;
    for (long j = 0; j < field("axis"); j++) {
      sum = sum.add(exact("x", (i / inner * field("axis") + j) * inner + i % inner));
    }
    return sum.doubleValue();
  }
}
