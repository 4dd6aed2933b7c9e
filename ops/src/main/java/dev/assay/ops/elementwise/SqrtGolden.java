package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Sqrt}. */
final class SqrtGolden {
  private SqrtGolden() {}

  static GoldenCase perfectSquares() {
    return UnaryKernel.golden("squares",
        new double[] {0, 1, 4, 9, 2.25, 0.0625, 1048576},
        new double[] {0, 1, 2, 3, 1.5, 0.25, 1024},
        "by hand: squares of small numbers");
  }

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {1E-30, 1E-06, 0.5, 2, 3, 12345.678, 1E30},
        new double[] {
          1.000000002E-15, 0.0009999999987, 0.7071067812, 1.414213562, 1.732050808,
          111.1111054, 1.000000008E15
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("negative, infinite, zeros",
        new double[] {-1, Double.POSITIVE_INFINITY, -0.0, 0, Double.NaN},
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0, Double.NaN},
        "IEEE 754-2019, clauses 5.4 and 7.2");
  }
}
