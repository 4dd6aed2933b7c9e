package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Div}. */
final class DivGolden {
  private DivGolden() {}

  static GoldenCase onnxExample() {
    return BinaryKernel.golden("test_div_example", Shape.of(2),
        new long[] {1}, new double[] {3, 4},
        new long[] {1}, new double[] {1, 2},
        new double[] {3, 2},
        "ONNX operator test test_div_example");
  }

  static GoldenCase onnxBroadcast() {
    return BinaryKernel.golden("rows of test_div_bcast", Shape.of(2, 5),
        new long[] {5, 1}, new double[] {
          -0.091326214, 0.061473656, 0.1924001, -1.8767773, -0.08405905, 0.17233019,
          0.582077, -0.31374186, -0.14727217, -0.33297083
        },
        new long[] {0, 1}, new double[] {1.2715766, 1.7706845, 1.0048649, 1.9682786, 1.9199207},
        new double[] {
          -0.07182124, 0.034717456, 0.19146861, -0.953512, -0.043782566, 0.13552481,
          0.32872996, -0.31222293, -0.07482283, -0.17342947
        },
        "ONNX operator test test_div_bcast, the first two of its twelve rows");
  }

  static GoldenCase exactQuotients() {
    return BinaryKernel.golden("six pairs of wide range", Shape.of(6),
        new long[] {1}, new double[] {0.1, -7.25, 33000000, 1E-20, 123456.79, -0.7},
        new long[] {1}, new double[] {0.2, 0.001, 1.5, 3E-20, -123456.5, 0.7},
        new double[] {0.5, -7249.999656, 22000000, 0.3333333333, -1.000002341, -1},
        "Python 3 fractions: the exact result for the f32 operands");
  }

  static GoldenCase byZero() {
    return BinaryKernel.golden("zeros and infinities", Shape.of(5),
        new long[] {1}, new double[] {1, -1, 0, 1, Double.POSITIVE_INFINITY},
        new long[] {1}, new double[] {0, 0, 0, Double.POSITIVE_INFINITY, 2},
        new double[] {
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 0,
          Double.POSITIVE_INFINITY
        },
        "IEEE 754-2019, clauses 6 and 7");
  }

  static GoldenCase halves() {
    return BinaryKernel.golden("f16 pairs",
        Elements.of(DType.F16,
            0.09997558594, -7.25, 330, 0.0002999305725, 123.375, -0.7001953125, 2048),
        Elements.of(DType.F16,
            0.199951171875, 0.001000404358, 1.5, 0.002000808716, -123.3125, 0.7001953125, 1.25),
        Elements.of(DType.F16, 0.5, -7248, 220, 0.14990234375, -1.0009765625, -1, 1638),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return BinaryKernel.golden("bf16 pairs",
        Elements.of(DType.BF16,
            0.10009765625, -7.25, 33030144, 3.006966963E-20, 123.5, -0.69921875, 256),
        Elements.of(DType.BF16,
            0.2001953125, 0.0009994506836, 1.5, 0.001998901367, -123, 0.69921875, 1.25),
        Elements.of(DType.BF16, 0.5, -7264, 22020096, 1.50704102E-17, -1.0078125, -1, 205),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase signedIntegers() {
    return BinaryKernel.golden("i32 pairs",
        Elements.ofLongs(DType.I32,
            7, -7, 7, -7, -2147483648L, -2147483648L, 2147483647, 1),
        Elements.ofLongs(DType.I32, 2, 2, -2, -2, -1, 1, 3, -5),
        Elements.ofLongs(DType.I32, 3, -3, -3, 3, -2147483648L, -2147483648L, 715827882, 0),
        "Python 3 integers, cut to 32 bits");
  }

  static GoldenCase unsignedIntegers() {
    return BinaryKernel.golden("u64 pairs",
        Elements.ofLongs(DType.U64,
            -1, Long.MIN_VALUE, 1, Long.MIN_VALUE, 123456789012345678L, -1),
        Elements.ofLongs(DType.U64, 1, Long.MIN_VALUE, 2, 3, 987654321, -1),
        Elements.ofLongs(DType.U64, -1, 1, 0, 3074457345618258602L, 124999998, 1),
        "Python 3 integers, cut to 64 bits");
  }
}
