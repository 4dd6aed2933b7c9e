package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Sigmoid}. */
final class SigmoidGolden {
  private SigmoidGolden() {}

  static GoldenCase onnxExample() {
    return UnaryKernel.golden("test_sigmoid_example",
        new double[] {-1, 0, 1},
        new double[] {0.2689414, 0.5, 0.7310586},
        "ONNX operator test test_sigmoid_example");
  }

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {
          -87, -3.299999952, -0.6999999881, -0.001000000047, 9.999999747E-06, 0.1000000015, 0.5,
          1, 2.700000048, 9.899999619, 60
        },
        new double[] {
          1.645811454E-38, 0.03557119146, 0.3318122327, 0.4997499883, 0.5000025034, 0.5249791741,
          0.622459352, 0.7310585976, 0.9370266199, 0.9999498129, 1
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("infinities, zeros, NaN",
        new double[] {
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -0.0, Double.NaN, 200, -200
        },
        new double[] {1, 0, 0.5, 0.5, Double.NaN, 1, 0},
        "limits of the formula");
  }

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          -9, -2.69921875, -0.7001953125, -0.001000404358, 0.01000213623, 0.09997558594, 0.5, 1,
          2.69921875, 9.8984375
        },
        new double[] {
          0.0001233816147, 0.06304931641, 0.331787109375, 0.499755859375, 0.50244140625,
          0.52490234375, 0.62255859375, 0.73095703125, 0.93701171875, 1
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
          0.0001230239868, 0.06298828125, 0.33203125, 0.5, 0.50390625, 0.5234375, 0.62109375,
          0.73046875, 0.9375, 1
        },
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }
}
