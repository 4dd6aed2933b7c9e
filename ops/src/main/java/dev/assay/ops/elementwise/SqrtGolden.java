package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
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

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          6.198883057E-05, 0.001000404358, 0.09997558594, 0.5, 0.990234375, 1.009765625, 2, 3,
          1234, 60000
        },
        new double[] {
          0.007873535156, 0.03161621094, 0.316162109375, 0.70703125, 0.9951171875, 1.0048828125,
          1.4140625, 1.732421875, 35.125, 245
        },
        "Python mpmath 1.3.0 with 40 digits, for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return UnaryKernel.golden(DType.BF16, "bf16",
        new double[] {
          6.198883057E-05, 0.0009994506836, 0.10009765625, 0.5, 0.98828125, 1.0078125, 2, 3,
          1232, 59904
        },
        new double[] {
          0.007873535156, 0.031494140625, 0.31640625, 0.70703125, 0.9921875, 1, 1.4140625,
          1.734375, 35, 245
        },
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }
}
