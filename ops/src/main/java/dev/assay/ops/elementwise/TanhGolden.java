package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Tanh}. */
final class TanhGolden {
  private TanhGolden() {}

  static GoldenCase onnxExample() {
    return UnaryKernel.golden("test_tanh_example",
        new double[] {-1, 0, 1},
        new double[] {-0.7615942, 0, 0.7615942},
        "ONNX operator test test_tanh_example");
  }

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {
          -87, -3.299999952, -0.6999999881, -0.001000000047, 9.999999747E-06, 0.1000000015, 0.5,
          1, 2.700000048, 9.899999619, 60
        },
        new double[] {
          -1, -0.9972829819, -0.6043677926, -0.0009999996983, 9.999999747E-06, 0.09966799617,
          0.4621171653, 0.7615941763, 0.9910074472, 1, 1
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("infinities, zeros, NaN",
        new double[] {
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -0.0, Double.NaN, 100, -3E+38
        },
        new double[] {1, -1, 0, -0.0, Double.NaN, 1, -1},
        "ISO C23, F.10.2.6");
  }

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          -9, -2.69921875, -0.7001953125, -0.001000404358, 0.01000213623, 0.09997558594, 0.5, 1,
          2.69921875, 9.8984375
        },
        new double[] {
          -1, -0.9912109375, -0.6044921875, -0.001000404358, 0.01000213623, 0.09967041016,
          0.462158203125, 0.76171875, 0.9912109375, 1
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
          -1, -0.9921875, -0.60546875, -0.0009994506836, 0.010009765625, 0.099609375,
          0.462890625, 0.76171875, 0.9921875, 1
        },
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }
}
