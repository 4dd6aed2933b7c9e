package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Relu}. */
final class ReluGolden {
  private ReluGolden() {}

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {
          -87, -3.299999952, -0.6999999881, -0.001000000047, 9.999999747E-06, 0.1000000015, 0.5,
          1, 2.700000048, 9.899999619, 60
        },
        new double[] {
          0, 0, 0, 0, 9.999999747E-06, 0.1000000015, 0.5, 1, 2.700000048, 9.899999619, 60
        },
        "by hand: signs");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("infinities, zeros, NaN",
        new double[] {
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -0.0, Double.NaN
        },
        new double[] {Double.POSITIVE_INFINITY, 0, 0, 0, Double.NaN},
        "IEEE 754-2019, clause 9.6: maximum(x, +0)");
  }

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          -9, -2.69921875, -0.7001953125, -0.001000404358, 0.01000213623, 0.09997558594, 0.5, 1,
          2.69921875, 9.8984375
        },
        new double[] {
          0, 0, 0, 0, 0.01000213623, 0.09997558594, 0.5, 1, 2.69921875, 9.8984375
        },
        "by hand: signs");
  }

  static GoldenCase bfloats() {
    return UnaryKernel.golden(DType.BF16, "bf16",
        new double[] {
          -9, -2.703125, -0.69921875, -0.0009994506836, 0.010009765625, 0.10009765625, 0.5, 1,
          2.703125, 9.875
        },
        new double[] {0, 0, 0, 0, 0.010009765625, 0.10009765625, 0.5, 1, 2.703125, 9.875},
        "by hand: signs");
  }
}
