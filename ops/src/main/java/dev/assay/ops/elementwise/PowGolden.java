package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Pow}. */
final class PowGolden {
  private PowGolden() {}

  static GoldenCase onnxBroadcastArray() {
    return BinaryKernel.golden("test_pow_bcast_array", Shape.of(2, 3),
        new long[] {3, 1}, new double[] {1, 2, 3, 4, 5, 6},
        new long[] {0, 1}, new double[] {1, 2, 3},
        new double[] {1, 4, 27, 4, 25, 216},
        "ONNX operator test test_pow_bcast_array");
  }

  static GoldenCase onnxBroadcastScalar() {
    return BinaryKernel.golden("test_pow_bcast_scalar", Shape.of(3),
        new long[] {1}, new double[] {1, 2, 3},
        new long[] {0}, new double[] {2},
        new double[] {1, 4, 9},
        "ONNX operator test test_pow_bcast_scalar");
  }

  static GoldenCase roots() {
    return BinaryKernel.golden("six pairs", Shape.of(6),
        new long[] {1}, new double[] {1, 2, 3, 0.1000000015, 10, 0.5},
        new long[] {1}, new double[] {4, 5, 6, -3.5, -7.25, 0.5},
        new double[] {1, 32, 729, 3162.277588, 5.623413202E-08, 0.7071067691},
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands");
  }

  static GoldenCase specialValues() {
    return BinaryKernel.golden("ones, zeros, infinities, NaN, whole exponents", Shape.of(12),
        new long[] {1},
        new double[] {
          1, Double.NaN, -1, -2, -2, -8, 0, -0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, 0.5
        },
        new long[] {1},
        new double[] {
          Double.NaN, 0, Double.NEGATIVE_INFINITY, 3, 2, 0.5, -1, -3, 3, 1, -1,
          Double.NEGATIVE_INFINITY
        },
        new double[] {
          1, 1, 1, -8, 4, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0,
          Double.NaN, 0, Double.POSITIVE_INFINITY
        },
        "ISO C23, F.10.4.5");
  }

  static GoldenCase halves() {
    return BinaryKernel.golden("f16 pairs",
        Elements.of(DType.F16, 0.09997558594, 7.25, 330, 2.5, 0.0625, 1.0009765625),
        Elements.of(DType.F16, 0.199951171875, -0.75, 1.5, 2, -1.5, 30),
        Elements.of(DType.F16, 0.630859375, 0.226318359375, 5996, 6.25, 64, 1.029296875),
        "Python mpmath 1.3.0 with 40 digits, for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return BinaryKernel.golden("bf16 pairs",
        Elements.of(DType.BF16, 0.10009765625, 7.25, 330, 2.5, 0.0625, 1),
        Elements.of(DType.BF16, 0.2001953125, -0.75, 1.5, 2, -1.5, 30),
        Elements.of(DType.BF16, 0.62890625, 0.2265625, 5984, 6.25, 64, 1),
        "Python mpmath 1.3.0 with 40 digits, for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase signedIntegers() {
    return BinaryKernel.golden("i8 pairs",
        Elements.ofLongs(DType.I8, 2, 2, -2, 3, -3, 0, 1, -1, -1, 2, -128),
        Elements.ofLongs(DType.I8, 6, 7, 7, 5, 5, 0, -5, -5, -4, -1, -1),
        Elements.ofLongs(DType.I8, 64, -128, -128, -13, 13, 1, 1, -1, 1, 0, 0),
        "Python 3 integers, cut to 8 bits");
  }

  static GoldenCase unsignedIntegers() {
    return BinaryKernel.golden("u16 pairs",
        Elements.ofLongs(DType.U16, 2, 2, 3, 3, 255, 256, 65535, 0, 0, 10, 10),
        Elements.ofLongs(DType.U16, 15, 16, 10, 11, 2, 2, 65535, 0, 9, 4, 5),
        Elements.ofLongs(DType.U16,
            32768, 0, 59049, 46075, 65025, 0, 65535, 1, 0, 10000, 34464),
        "Python 3 integers, cut to 16 bits");
  }
}
