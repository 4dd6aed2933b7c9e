package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Sub}. */
final class SubGolden {
  private SubGolden() {}

  static GoldenCase onnxExample() {
    return BinaryKernel.golden("test_sub_example", Shape.of(3),
        new long[] {1}, new double[] {1, 2, 3},
        new long[] {1}, new double[] {3, 2, 1},
        new double[] {-2, 0, 2},
        "ONNX operator test test_sub_example");
  }

  static GoldenCase onnxBroadcast() {
    return BinaryKernel.golden("rows of test_sub_bcast", Shape.of(2, 5),
        new long[] {5, 1}, new double[] {
          0.47317132, -0.45070517, 0.49604034, -0.6481015, -0.1461807, -0.42847797,
          1.4048872, 0.9010174, -0.41257054, -0.6916517
        },
        new long[] {0, 1}, new double[] {-0.68275994, 1.4679873, -0.8180685, -0.874933, -1.1684574},
        new double[] {
          1.1559312, -1.9186925, 1.3141088, 0.2268315, 1.0222766, 0.25428197, -0.0631001,
          1.7190859, 0.46236247, 0.4768057
        },
        "ONNX operator test test_sub_bcast, the first two of its twelve rows");
  }

  static GoldenCase exactDifferences() {
    return BinaryKernel.golden("six pairs of wide range", Shape.of(6),
        new long[] {1}, new double[] {0.1, -7.25, 33000000, 1E-20, 123456.79, -0.7},
        new long[] {1}, new double[] {0.2, 0.001, 1.5, 3E-20, -123456.5, 0.7},
        new double[] {-0.1000000015, -7.251, 32999998.5, -1.999999937E-20, 246913.2891,
          -1.399999976},
        "Python 3 fractions: the exact result for the f32 operands");
  }

  static GoldenCase halves() {
    return BinaryKernel.golden("f16 pairs",
        Elements.of(DType.F16,
            0.09997558594, -7.25, 330, 0.0002999305725, 123.375, -0.7001953125, 2048),
        Elements.of(DType.F16,
            0.199951171875, 0.001000404358, 1.5, 0.002000808716, -123.3125, 0.7001953125, 1.25),
        Elements.of(DType.F16,
            -0.09997558594, -7.25, 328.5, -0.00170135498, 246.75, -1.400390625, 2047),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return BinaryKernel.golden("bf16 pairs",
        Elements.of(DType.BF16,
            0.10009765625, -7.25, 33030144, 3.006966963E-20, 123.5, -0.69921875, 256),
        Elements.of(DType.BF16,
            0.2001953125, 0.0009994506836, 1.5, 0.001998901367, -123, 0.69921875, 1.25),
        Elements.of(DType.BF16,
            -0.10009765625, -7.25, 33030144, -0.001998901367, 246, -1.3984375, 255),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase signedIntegers() {
    return BinaryKernel.golden("i8 pairs",
        Elements.ofLongs(DType.I8, 100, -100, 127, -128, 7, -7, 0, -128),
        Elements.ofLongs(DType.I8, 100, -100, 1, -1, -2, 2, -128, 127),
        Elements.ofLongs(DType.I8, 0, 0, 126, -127, 9, -9, -128, 1),
        "Python 3 integers, cut to 8 bits");
  }

  static GoldenCase unsignedIntegers() {
    return BinaryKernel.golden("u64 pairs",
        Elements.ofLongs(DType.U64,
            -1, Long.MIN_VALUE, 1, Long.MIN_VALUE, 123456789012345678L, -1),
        Elements.ofLongs(DType.U64, 1, Long.MIN_VALUE, 2, 3, 987654321, -1),
        Elements.ofLongs(DType.U64,
            -2, 0, -1, 9223372036854775805L, 123456788024691357L, 0),
        "Python 3 integers, cut to 64 bits");
  }
}
