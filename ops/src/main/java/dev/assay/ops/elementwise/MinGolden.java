package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Min}. */
final class MinGolden {
  private MinGolden() {}

  static GoldenCase onnxTwoInputs() {
    return BinaryKernel.golden("test_min_two_inputs", Shape.of(3),
        new long[] {1}, new double[] {3, 2, 1},
        new long[] {1}, new double[] {1, 4, 4},
        new double[] {1, 2, 1},
        "ONNX operator test test_min_two_inputs");
  }

  static GoldenCase broadcastScalar() {
    return BinaryKernel.golden("[2, 2] and []", Shape.of(2, 2),
        new long[] {2, 1}, new double[] {-1.5, 0.25, 3, -7},
        new long[] {0, 0}, new double[] {0.5},
        new double[] {-1.5, 0.25, 0.5, -7},
        "by hand: a ceiling of one half");
  }

  static GoldenCase specialValues() {
    return BinaryKernel.golden("infinities and NaN", Shape.of(6),
        new long[] {1},
        new double[] {
          Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN, 2, -3, 0
        },
        new long[] {1}, new double[] {1, 1, 1, Double.NaN, Double.POSITIVE_INFINITY, -0.0},
        new double[] {Double.NEGATIVE_INFINITY, 1, Double.NaN, Double.NaN, -3, -0.0},
        "IEEE 754-2019, clause 9.6, minimum");
  }

  static GoldenCase halves() {
    return BinaryKernel.golden("f16 pairs",
        Elements.of(DType.F16,
            0.09997558594, -7.25, 330, 0.0002999305725, 123.375, -0.7001953125, 2048),
        Elements.of(DType.F16,
            0.199951171875, 0.001000404358, 1.5, 0.002000808716, -123.3125, 0.7001953125, 1.25),
        Elements.of(DType.F16,
            0.09997558594, -7.25, 1.5, 0.0002999305725, -123.3125, -0.7001953125, 1.25),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return BinaryKernel.golden("bf16 pairs",
        Elements.of(DType.BF16,
            0.10009765625, -7.25, 33030144, 3.006966963E-20, 123.5, -0.69921875, 256),
        Elements.of(DType.BF16,
            0.2001953125, 0.0009994506836, 1.5, 0.001998901367, -123, 0.69921875, 1.25),
        Elements.of(DType.BF16,
            0.10009765625, -7.25, 1.5, 3.006966963E-20, -123, -0.69921875, 1.25),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase signedIntegers() {
    return BinaryKernel.golden("i8 pairs",
        Elements.ofLongs(DType.I8, 100, -100, 127, -128, 7, -7, 0, -128),
        Elements.ofLongs(DType.I8, 100, -100, 1, -1, -2, 2, -128, 127),
        Elements.ofLongs(DType.I8, 100, -100, 1, -128, -2, -7, -128, -128),
        "by hand: the smaller one of each pair");
  }

  static GoldenCase unsignedIntegers() {
    return BinaryKernel.golden("u64 pairs",
        Elements.ofLongs(DType.U64,
            -1, Long.MIN_VALUE, 1, Long.MIN_VALUE, 123456789012345678L, -1),
        Elements.ofLongs(DType.U64, 1, Long.MIN_VALUE, 2, 3, 987654321, -1),
        Elements.ofLongs(DType.U64, 1, Long.MIN_VALUE, 1, 3, 987654321, -1),
        "by hand: the smaller one of each pair");
  }
}
