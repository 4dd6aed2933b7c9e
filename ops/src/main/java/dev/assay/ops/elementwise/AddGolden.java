package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Add}. */
final class AddGolden {
  private AddGolden() {}

  static GoldenCase broadcastRow() {
    return BinaryKernel.golden("[2, 3] and [3]", Shape.of(2, 3),
        new long[] {3, 1}, new double[] {1, 2, 3, 4, 5, 6},
        new long[] {0, 1}, new double[] {10, -20, 30},
        new double[] {11, -18, 33, 14, -15, 36},
        "by hand: small integers");
  }

  static GoldenCase exactSums() {
    return BinaryKernel.golden("six pairs of wide range", Shape.of(6),
        new long[] {1}, new double[] {0.1, -7.25, 33000000, 1E-20, 123456.79, -0.7},
        new long[] {1}, new double[] {0.2, 0.001, 1.5, 3E-20, -123456.5, 0.7},
        new double[] {0.3000000045, -7.249, 33000001.5, 3.999999873E-20, 0.2890625, 0},
        "Python 3 fractions: the exact result for the f32 operands");
  }

  static GoldenCase specialValues() {
    return BinaryKernel.golden("infinities, NaN, zeros", Shape.of(5),
        new long[] {1},
        new double[] {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN, -0.0, -0.0},
        new long[] {1}, new double[] {1, Double.NEGATIVE_INFINITY, 1, -0.0, 0},
        new double[] {Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, -0.0, 0},
        "IEEE 754-2019, clauses 6 and 7.2");
  }

  static GoldenCase halves() {
    return BinaryKernel.golden("f16 pairs",
        Elements.of(DType.F16,
            0.09997558594, -7.25, 330, 0.0002999305725, 123.375, -0.7001953125, 2048),
        Elements.of(DType.F16,
            0.199951171875, 0.001000404358, 1.5, 0.002000808716, -123.3125, 0.7001953125, 1.25),
        Elements.of(DType.F16, 0.2998046875, -7.25, 331.5, 0.002300262451, 0.0625, 0, 2050),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return BinaryKernel.golden("bf16 pairs",
        Elements.of(DType.BF16,
            0.10009765625, -7.25, 33030144, 3.006966963E-20, 123.5, -0.69921875, 256),
        Elements.of(DType.BF16,
            0.2001953125, 0.0009994506836, 1.5, 0.001998901367, -123, 0.69921875, 1.25),
        Elements.of(DType.BF16, 0.30078125, -7.25, 33030144, 0.001998901367, 0.5, 0, 258),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase signedIntegers() {
    return BinaryKernel.golden("i8 pairs",
        Elements.ofLongs(DType.I8, 100, -100, 127, -128, 7, -7, 0, -128),
        Elements.ofLongs(DType.I8, 100, -100, 1, -1, -2, 2, -128, 127),
        Elements.ofLongs(DType.I8, -56, 56, -128, 127, 5, -5, -128, -1),
        "Python 3 integers, cut to 8 bits");
  }

  static GoldenCase unsignedIntegers() {
    return BinaryKernel.golden("u64 pairs",
        Elements.ofLongs(DType.U64,
            -1, Long.MIN_VALUE, 1, Long.MIN_VALUE, 123456789012345678L, -1),
        Elements.ofLongs(DType.U64, 1, Long.MIN_VALUE, 2, 3, 987654321, -1),
        Elements.ofLongs(DType.U64,
            0, 0, 3, -9223372036854775805L, 123456789999999999L, -2),
        "Python 3 integers, cut to 64 bits");
  }
}
