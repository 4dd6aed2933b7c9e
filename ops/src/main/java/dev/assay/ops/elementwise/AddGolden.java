package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Add}. */
final class AddGolden {
  private AddGolden() {}

  static GoldenCase broadcastRow() {
    return BinaryKernel.golden("[2, 3] and [3]", Shape.of(2, 3),
        new long[] {3, 1}, new double[] {1, 2, 3, 4, 5, 6},
        new long[] {0, 1}, new double[] {10, -20, 30},
        new double[] {11, -18, 33, 14, -15, 36},
        "by hand: small integers");
  }

  static GoldenCase exactSums() {
    return BinaryKernel.golden("six pairs of wide range", Shape.of(6),
        new long[] {1}, new double[] {0.1, -7.25, 33000000, 1E-20, 123456.79, -0.7},
        new long[] {1}, new double[] {0.2, 0.001, 1.5, 3E-20, -123456.5, 0.7},
        new double[] {0.3000000045, -7.249, 33000001.5, 3.999999873E-20, 0.2890625, 0},
        "Python 3 fractions: the exact result for the f32 operands");
  }

  static GoldenCase specialValues() {
    return BinaryKernel.golden("infinities, NaN, zeros", Shape.of(5),
        new long[] {1},
        new double[] {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN, -0.0, -0.0},
        new long[] {1}, new double[] {1, Double.NEGATIVE_INFINITY, 1, -0.0, 0},
        new double[] {Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, -0.0, 0},
        "IEEE 754-2019, clauses 6 and 7.2");
  }
}
