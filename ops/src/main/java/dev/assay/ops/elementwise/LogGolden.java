package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Log}. */
final class LogGolden {
  private LogGolden() {}

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {
          1.000000003E-30, 9.999999975E-07, 0.1000000015, 0.5, 0.9900000095, 1.00999999, 2, 3,
          12345.67773, 1.000000015E+30
        },
        new double[] {
          -69.0775528, -13.81551075, -2.302585125, -0.6931471825, -0.01005032659, 0.009950321168,
          0.6931471825, 1.098612309, 9.421061516, 69.0775528
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("infinities, zeros, NaN",
        new double[] {Double.POSITIVE_INFINITY, -1, 0, -0.0, Double.NaN, 1},
        new double[] {
          Double.POSITIVE_INFINITY, Double.NaN, Double.NEGATIVE_INFINITY,
          Double.NEGATIVE_INFINITY, Double.NaN, 0
        },
        "ISO C23, F.10.3.11");
  }

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          6.198883057E-05, 0.001000404358, 0.09997558594, 0.5, 0.990234375, 1.009765625, 2, 3,
          1234, 60000
        },
        new double[] {
          -9.6875, -6.90625, -2.302734375, -0.693359375, -0.009811401367, 0.009719848633,
          0.693359375, 1.0986328125, 7.1171875, 11
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
          -9.6875, -6.90625, -2.296875, -0.69140625, -0.01177978516, 0.007781982422, 0.69140625,
          1.1015625, 7.125, 11
        },
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }
}
