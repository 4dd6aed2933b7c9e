package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link CumSum}. */
final class CumSumGolden {
  private CumSumGolden() {}

  static GoldenCase onnxColumns() {
    return golden("test_cumsum_2d_axis_0", 1, 2, 3, false, false,
        Elements.of(DType.F32, 1, 2, 3, 4, 5, 6),
        Elements.of(DType.F32, 1, 2, 3, 5, 7, 9),
        "ONNX operator test test_cumsum_2d_axis_0");
  }

  static GoldenCase onnxExclusive() {
    return golden("test_cumsum_1d_exclusive", 1, 5, 1, true, false,
        Elements.of(DType.F32, 1, 2, 3, 4, 5),
        Elements.of(DType.F32, 0, 1, 3, 6, 10),
        "ONNX operator test test_cumsum_1d_exclusive");
  }

  static GoldenCase onnxIntegersExclusive() {
    return golden("test_cumsum_1d_int32_exclusive", 1, 5, 1, true, false,
        Elements.ofLongs(DType.I32, 1, 2, 3, 4, 5),
        Elements.ofLongs(DType.I32, 0, 1, 3, 6, 10),
        "ONNX operator test test_cumsum_1d_int32_exclusive");
  }

  static GoldenCase reverse() {
    return golden("outer=2 axis=3 inner=1", 2, 3, 1, false, true,
        Elements.of(DType.F32, 1, 2, 3, 4, 5, 6),
        Elements.of(DType.F32, 6, 5, 3, 15, 11, 6),
        "by hand: small integers");
  }

  static GoldenCase reverseExclusiveOfBytes() {
    return golden("u8, columns", 1, 3, 2, true, true,
        Elements.ofLongs(DType.U8, 200, 1, 100, 2, 100, 3),
        Elements.ofLongs(DType.U8, 200, 5, 100, 3, 0, 0),
        "by hand: sums that wrap");
  }

  static GoldenCase halves() {
    return golden("f16", 1, 5, 1, false, false,
        Elements.of(DType.F16, 0.09997558594, 1000, 0.300048828125, -999, 2.69921875),
        Elements.of(DType.F16, 0.09997558594, 1000, 1000.5, 1.400390625, 4.09765625),
        "Python 3 fractions: each exact sum for the f16 operands, rounded to nearest even");
  }

  private static GoldenCase golden(
      String label, long outer, long axis, long inner, boolean exclusive, boolean reverse,
      Elements x, Elements expected, String source) {
    return GoldenCase.of(CumSum.arguments(label, outer, axis, inner, exclusive, reverse, x), "out",
        expected, source);
  }
}
