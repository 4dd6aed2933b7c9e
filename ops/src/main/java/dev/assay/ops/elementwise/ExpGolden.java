package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Exp}. */
final class ExpGolden {
  private ExpGolden() {}

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {
          -87, -3.299999952, -0.6999999881, -0.001000000047, 9.999999747E-06, 0.1000000015, 0.5,
          1, 2.700000048, 9.899999619, 60
        },
        new double[] {
          1.645811454E-38, 0.03688316792, 0.4965853095, 0.9990004897, 1.000010014, 1.105170965,
          1.648721218, 2.718281746, 14.87973213, 19930.36328125, 1.142007396E+26
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("infinities, zeros, NaN",
        new double[] {
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -0.0, Double.NaN, 100, -200
        },
        new double[] {
          Double.POSITIVE_INFINITY, 0, 1, 1, Double.NaN, Double.POSITIVE_INFINITY, 0
        },
        "ISO C23, F.10.3.1, and the range of f32");
  }

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          -9, -2.69921875, -0.7001953125, -0.001000404358, 0.01000213623, 0.09997558594, 0.5, 1,
          2.69921875, 9.8984375
        },
        new double[] {
          0.0001233816147, 0.06726074219, 0.49658203125, 0.9990234375, 1.009765625, 1.10546875,
          1.6484375, 2.71875, 14.8671875, 19904
        },
        "Python mpmath 1.3.0 with 40 digits, for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return UnaryKernel.golden(DType.BF16, "bf16",
        new double[] {
          -9, -2.703125, -0.69921875, -0.0009994506836, 0.010009765625, 0.10009765625, 0.5, 1,
          2.703125, 9.875
        },
        new double[] {
          0.0001230239868, 0.06689453125, 0.49609375, 1, 1.0078125, 1.1015625, 1.6484375,
          2.71875, 14.9375, 19456
        },
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }
}
