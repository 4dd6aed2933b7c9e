package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link ArgMin}. */
final class ArgMinGolden {
  private ArgMinGolden() {}

  static GoldenCase ties() {
    return ArgKernel.golden("columns", 1, 3, 2, false,
        Elements.of(DType.F32, 2, 2, 1, 7, 1, 2),
        new long[] {1, 0},
        "by hand: positions of the smallest");
  }

  static GoldenCase tiesSelectLast() {
    return ArgKernel.golden("columns", 1, 3, 2, true,
        Elements.of(DType.F32, 2, 2, 1, 7, 1, 2),
        new long[] {2, 2},
        "by hand: positions of the smallest");
  }

  static GoldenCase specialValues() {
    return ArgKernel.golden("NaN wins, zeros are equal", 3, 4, 1, false,
        Elements.of(DType.F16,
            1, Double.NaN, Double.NEGATIVE_INFINITY, Double.NaN, 0, -0.0, 1, 0,
            Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY),
        new long[] {1, 0, 0},
        "by hand, by the rules of the declaration");
  }

  static GoldenCase unsigned() {
    return ArgKernel.golden("u64", 2, 3, 1, false,
        Elements.ofLongs(DType.U64,
            1, Long.MIN_VALUE, Long.MIN_VALUE, -1, Long.MIN_VALUE, Long.MIN_VALUE),
        new long[] {0, 1},
        "by hand: positions of the smallest");
  }
}
