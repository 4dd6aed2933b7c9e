package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Softplus}. */
final class SoftplusGolden {
  private SoftplusGolden() {}

  static GoldenCase onnxExample() {
    return UnaryKernel.golden("test_softplus_example",
        new double[] {-1, 0, 1},
        new double[] {0.31326166, 0.6931472, 1.3132617},
        "ONNX operator test test_softplus_example");
  }

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {
          -87, -3.299999952, -0.6999999881, -0.001000000047, 9.999999747E-06, 0.1000000015, 0.5,
          1, 2.700000048, 9.899999619, 60
        },
        new double[] {
          1.646151269E-38, 0.03621926159, 0.403186053, 0.6926472783, 0.6931521893, 0.7443966866,
          0.9740769863, 1.313261628, 2.765043497, 9.900050163, 60
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("infinities, zeros, NaN",
        new double[] {
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 1000, -1000
        },
        new double[] {Double.POSITIVE_INFINITY, 0, Double.NaN, 1000, 0},
        "limits of the formula");
  }

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          -9, -2.69921875, -0.7001953125, -0.001000404358, 0.01000213623, 0.09997558594, 0.5, 1,
          2.69921875, 9.8984375
        },
        new double[] {
          0.0001233816147, 0.06506347656, 0.403076171875, 0.69287109375, 0.6982421875,
          0.744140625, 0.97412109375, 1.3134765625, 2.763671875, 9.8984375
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
          0.0001230239868, 0.06494140625, 0.404296875, 0.69140625, 0.69921875, 0.74609375,
          0.97265625, 1.3125, 2.765625, 9.875
        },
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }
}
