package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link BiasAdd}. */
final class BiasAddGolden {
  private BiasAddGolden() {}

  static GoldenCase smallIntegers() {
    return golden("rows=2 width=3", 2,
        new double[] {1, 2, 3, 4, 5, 6},
        new double[] {10, -20, 30},
        new double[] {11, -18, 33, 14, -15, 36},
        "by hand: small integers");
  }

  static GoldenCase oneColumn() {
    return golden("rows=4 width=1", 4,
        new double[] {1, -2, 0, 8},
        new double[] {0.5},
        new double[] {1.5, -1.5, 0.5, 8.5},
        "by hand: one half added");
  }

  static GoldenCase roundedSums() {
    return golden("rows=2 width=3, sums that round", 2,
        new double[] {0.1, -2.7, 3.3, 10000, -0.0001, 7.7},
        new double[] {0.2, 0.001, -3.25},
        new double[] {0.3000000045, -2.699000048, 0.04999995232, 10000.2, 0.00090000005,
          4.449999809},
        "Python 3 fractions: the exact result for the f32 operands");
  }

  static GoldenCase halves() {
    return golden("rows=2 width=3", 2,
        Elements.of(DType.F16,
            0.09997558594, -2.69921875, 3.30078125, 1000, -0.001000404358, 7.69921875),
        Elements.of(DType.F16, 0.199951171875, 0.003000259399, -3.25),
        Elements.of(DType.F16,
            0.2998046875, -2.6953125, 0.05078125, 1000, 0.001998901367, 4.44921875),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return golden("rows=2 width=3", 2,
        Elements.of(DType.BF16,
            0.10009765625, -2.703125, 3.296875, 1000, -0.0009994506836, 7.6875),
        Elements.of(DType.BF16, 0.2001953125, 0.003005981445, -3.25),
        Elements.of(DType.BF16,
            0.30078125, -2.703125, 0.046875, 1000, 0.002014160156, 4.4375),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  private static GoldenCase golden(
      String label, long rows, double[] x, double[] bias, double[] expected, String source) {
    return golden(label, rows, Elements.of(DType.F32, x), Elements.of(DType.F32, bias),
        Elements.of(DType.F32, expected), source);
  }

  private static GoldenCase golden(
      String label, long rows, Elements x, Elements bias, Elements expected, String source) {
    return GoldenCase.of(BiasAdd.arguments(label, rows, x, bias), "out", expected, source);
  }
}
