package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
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

  static GoldenCase halves() {
    return BinaryKernel.golden("f16 pairs",
        Elements.of(DType.F16,
            0.09997558594, -7.25, 330, 0.0002999305725, 123.375, -0.7001953125, 2048),
        Elements.of(DType.F16,
            0.199951171875, 0.001000404358, 1.5, 0.002000808716, -123.3125, 0.7001953125, 1.25),
        Elements.of(DType.F16,
            0.01998901367, -0.007251739502, 495, 5.960464478E-07, -15216, -0.490234375, 2560),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return BinaryKernel.golden("bf16 pairs",
        Elements.of(DType.BF16,
            0.10009765625, -7.25, 33030144, 3.006966963E-20, 123.5, -0.69921875, 256),
        Elements.of(DType.BF16,
            0.2001953125, 0.0009994506836, 1.5, 0.001998901367, -123, 0.69921875, 1.25),
        Elements.of(DType.BF16,
            0.02001953125, -0.007232666016, 49545216, 5.997059441E-23, -15168, -0.48828125, 320),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase signedIntegers() {
    return BinaryKernel.golden("i8 pairs",
        Elements.ofLongs(DType.I8, 100, -100, 127, -128, 7, -7, 0, -128),
        Elements.ofLongs(DType.I8, 100, -100, 1, -1, -2, 2, -128, 127),
        Elements.ofLongs(DType.I8, 16, 16, 127, -128, -14, -14, 0, -128),
        "Python 3 integers, cut to 8 bits");
  }

  static GoldenCase unsignedIntegers() {
    return BinaryKernel.golden("u64 pairs",
        Elements.ofLongs(DType.U64,
            -1, Long.MIN_VALUE, 1, Long.MIN_VALUE, 123456789012345678L, -1),
        Elements.ofLongs(DType.U64, 1, Long.MIN_VALUE, 2, 3, 987654321, -1),
        Elements.ofLongs(DType.U64, -1, 0, 2, Long.MIN_VALUE, 3285745795522095342L, 1),
        "Python 3 integers, cut to 64 bits");
  }
}
