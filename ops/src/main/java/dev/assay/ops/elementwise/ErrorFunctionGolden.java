package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link ErrorFunction}. */
final class ErrorFunctionGolden {
  private ErrorFunctionGolden() {}

  static GoldenCase wideRange() {
    return UnaryKernel.golden("wide range",
        new double[] {
          -5, -2.5, -1, -0.3000000119, 9.999999747E-05, 0.1000000015, 0.5, 0.75, 1.899999976, 2,
          3.299999952
        },
        new double[] {
          -1, -0.9995930195, -0.8427007794, -0.3286267817, 0.0001128379154, 0.1124629155,
          0.5204998851, 0.711155653, 0.992790401, 0.9953222871, 0.9999969602
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase edges() {
    return UnaryKernel.golden("infinities, zeros, NaN",
        new double[] {
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -0.0, Double.NaN
        },
        new double[] {1, -1, 0, -0.0, Double.NaN},
        "ISO C23, F.10.5.1");
  }

  static GoldenCase halves() {
    return UnaryKernel.golden(DType.F16, "f16",
        new double[] {
          -3, -2.5, -1, -0.3000488281, 0.01000213623, 0.09997558594, 0.5, 0.75, 1.900390625, 2
        },
        new double[] {
          -1, -0.99951171875, -0.8427734375, -0.32861328125, 0.01128387451, 0.1124267578,
          0.5205078125, 0.7109375, 0.99267578125, 0.9951171875
        },
        "Python mpmath 1.3.0 with 40 digits, for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return UnaryKernel.golden(DType.BF16, "bf16",
        new double[] {
          -3, -2.5, -1, -0.30078125, 0.010009765625, 0.10009765625, 0.5, 0.75, 1.8984375, 2
        },
        new double[] {
          -1, -1, -0.84375, -0.330078125, 0.01129150391, 0.11279296875, 0.51953125, 0.7109375,
          0.9921875, 0.99609375
        },
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }
}
