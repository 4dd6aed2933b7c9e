package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Rsqrt}. */
final class RsqrtGolden {
  private RsqrtGolden() {}

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {
          1.000000003E-30, 9.999999975E-07, 0.1000000015, 0.5, 0.9900000095, 1.00999999, 2, 3,
          12345.67773, 1.000000015E+30
        },
        new double[] {
          9.99999987E+14, 1000, 3.162277699, 1.414213538, 1.005037785, 0.9950371981,
          0.7071067691, 0.5773502588, 0.009000000544, 1.000000004E-15
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("infinities, zeros, NaN",
        new double[] {Double.POSITIVE_INFINITY, -1, 0, -0.0, Double.NaN, 4},
        new double[] {
          0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 0.5
        },
        "ISO C23, F.10.4.9");
  }

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          6.198883057E-05, 0.001000404358, 0.09997558594, 0.5, 0.990234375, 1.009765625, 2, 3,
          1234, 60000
        },
        new double[] {
          127, 31.609375, 3.162109375, 1.4140625, 1.0048828125, 0.9951171875, 0.70703125,
          0.5771484375, 0.02847290039, 0.004081726074
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
          127, 31.625, 3.15625, 1.4140625, 1.0078125, 0.99609375, 0.70703125, 0.578125,
          0.02844238281, 0.004089355469
        },
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }
}
