package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Mul}. */
final class MulGolden {
  private MulGolden() {}

  static GoldenCase onnxExample() {
    return BinaryKernel.golden("test_mul_example", Shape.of(3),
        new long[] {1}, new double[] {1, 2, 3},
        new long[] {1}, new double[] {4, 5, 6},
        new double[] {4, 10, 18},
        "ONNX operator test test_mul_example");
  }

  static GoldenCase onnxRandom() {
    return BinaryKernel.golden("rows of test_mul", Shape.of(2, 5),
        new long[] {5, 1}, new double[] {
          -0.031578127, -0.036014136, 0.8566797, -0.5563613, -0.16909026, 0.12863787,
          0.32133588, 1.1337725, 0.39618447, 1.1730685
        },
        new long[] {5, 1}, new double[] {
          0.92016107, 1.596891, 0.29392856, -1.132432, -0.8801386, -0.29436547,
          1.2904038, -0.007979883, 1.7053318, 0.71798337
        },
        new double[] {
          -0.029056963, -0.05751065, 0.25180262, 0.63004136, 0.14882286, -0.037866544,
          0.41465306, -0.009047371, 0.675626, 0.8422437
        },
        "ONNX operator test test_mul, the first two of its twelve rows");
  }

  static GoldenCase outerProduct() {
    return BinaryKernel.golden("[3, 1] and [1, 4]", Shape.of(3, 4),
        new long[] {1, 0}, new double[] {2, -3, 0.5},
        new long[] {0, 1}, new double[] {1, -1, 4, 0},
        new double[] {2, -2, 8, 0, -3, 3, -12, -0.0, 0.5, -0.5, 2, 0},
        "by hand: small numbers");
  }
}
