package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Max}. */
final class MaxGolden {
  private MaxGolden() {}

  static GoldenCase onnxTwoInputs() {
    return BinaryKernel.golden("test_max_two_inputs", Shape.of(3),
        new long[] {1}, new double[] {3, 2, 1},
        new long[] {1}, new double[] {1, 4, 4},
        new double[] {3, 4, 4},
        "ONNX operator test test_max_two_inputs");
  }

  static GoldenCase broadcastScalar() {
    return BinaryKernel.golden("[2, 2] and []", Shape.of(2, 2),
        new long[] {2, 1}, new double[] {-1.5, 0.25, 3, -7},
        new long[] {0, 0}, new double[] {0.5},
        new double[] {0.5, 0.5, 3, 0.5},
        "by hand: a floor of one half");
  }

  static GoldenCase specialValues() {
    return BinaryKernel.golden("infinities and NaN", Shape.of(5),
        new long[] {1},
        new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN, 2, -3},
        new long[] {1}, new double[] {1, 1, 1, Double.NaN, Double.NEGATIVE_INFINITY},
        new double[] {1, Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, -3},
        "IEEE 754-2019, clause 9.6, maximum");
  }

  static GoldenCase halves() {
    return BinaryKernel.golden("f16 pairs",
        Elements.of(DType.F16,
            0.09997558594, -7.25, 330, 0.0002999305725, 123.375, -0.7001953125, 2048),
        Elements.of(DType.F16,
            0.199951171875, 0.001000404358, 1.5, 0.002000808716, -123.3125, 0.7001953125, 1.25),
        Elements.of(DType.F16,
            0.199951171875, 0.001000404358, 330, 0.002000808716, 123.375, 0.7001953125, 2048),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return BinaryKernel.golden("bf16 pairs",
        Elements.of(DType.BF16,
            0.10009765625, -7.25, 33030144, 3.006966963E-20, 123.5, -0.69921875, 256),
        Elements.of(DType.BF16,
            0.2001953125, 0.0009994506836, 1.5, 0.001998901367, -123, 0.69921875, 1.25),
        Elements.of(DType.BF16,
            0.2001953125, 0.0009994506836, 33030144, 0.001998901367, 123.5, 0.69921875, 256),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase signedIntegers() {
    return BinaryKernel.golden("i8 pairs",
        Elements.ofLongs(DType.I8, 100, -100, 127, -128, 7, -7, 0, -128),
        Elements.ofLongs(DType.I8, 100, -100, 1, -1, -2, 2, -128, 127),
        Elements.ofLongs(DType.I8, 100, -100, 127, -1, 7, 2, 0, 127),
        "by hand: the larger one of each pair");
  }

  static GoldenCase unsignedIntegers() {
    return BinaryKernel.golden("u64 pairs",
        Elements.ofLongs(DType.U64,
            -1, Long.MIN_VALUE, 1, Long.MIN_VALUE, 123456789012345678L, -1),
        Elements.ofLongs(DType.U64, 1, Long.MIN_VALUE, 2, 3, 987654321, -1),
        Elements.ofLongs(DType.U64,
            -1, Long.MIN_VALUE, 2, Long.MIN_VALUE, 123456789012345678L, -1),
        "by hand: the larger one of each pair");
  }
}
