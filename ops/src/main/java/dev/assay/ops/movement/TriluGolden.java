package dev.assay.ops.movement;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Trilu}. */
final class TriluGolden {
  private TriluGolden() {}

  static GoldenCase upperSquare() {
    return golden("upper, main diagonal", 1, 3, 3, 0, true,
        Elements.of(DType.F32, 1, 2, 3, 4, 5, 6, 7, 8, 9),
        Elements.of(DType.F32, 1, 2, 3, 0, 5, 6, 0, 0, 9),
        "by hand: rows written out");
  }

  static GoldenCase lowerAboveTheDiagonal() {
    return golden("lower, one above, two of [2, 3]", 2, 2, 3, 1, false,
        Elements.of(DType.F32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        Elements.of(DType.F32, 1, 2, 0, 4, 5, 6, 7, 8, 0, 10, 11, 12),
        "by hand: rows written out");
  }

  static GoldenCase upperBelowTheDiagonalOfIntegers() {
    return golden("i16, upper, two below, [4, 3]", 1, 4, 3, -2, true,
        Elements.ofLongs(DType.I16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        Elements.ofLongs(DType.I16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12),
        "by hand: rows written out");
  }

  private static GoldenCase golden(
      String label, long batch, long rows, long columns, int diagonal, boolean upper, Elements x,
      Elements expected, String source) {
    return GoldenCase.of(Trilu.arguments(label, batch, rows, columns, diagonal, upper, x), "out",
        expected, source);
  }
}
