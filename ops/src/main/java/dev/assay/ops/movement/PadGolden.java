package dev.assay.ops.movement;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Pad}. */
final class PadGolden {
  private PadGolden() {}

  static GoldenCase bothSides() {
    return golden("one row above, one column on each side", Shape.of(3, 5), new long[] {1, 1},
        Shape.of(2, 3), new long[] {3, 1}, Elements.of(DType.F32, 1, 2, 3, 4, 5, 6),
        Elements.of(DType.F32, -0.5),
        Elements.of(DType.F32,
            -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, 1, 2, 3, -0.5, -0.5, 4, 5, 6, -0.5),
        "by hand: rows written out");
  }

  static GoldenCase transposedRows() {
    return golden("reversed axes, a row of NaN below", Shape.of(4, 2), new long[] {0, 0},
        Shape.of(3, 2), new long[] {1, 3}, Elements.of(DType.F16, 1, 2, 3, 4, 5, 6),
        Elements.of(DType.F16, Double.NaN),
        Elements.of(DType.F16, 1, 4, 2, 5, 3, 6, Double.NaN, Double.NaN),
        "by hand: rows written out");
  }

  static GoldenCase integers() {
    return golden("u8, two in front", Shape.of(5), new long[] {2},
        Shape.of(3), new long[] {1}, Elements.ofLongs(DType.U8, 1, 2, 255),
        Elements.ofLongs(DType.U8, 7),
        Elements.ofLongs(DType.U8, 7, 7, 1, 2, 255),
        "by hand: elements written out");
  }

  private static GoldenCase golden(
      String label, Shape shape, long[] before, Shape xShape, long[] xStrides, Elements x,
      Elements value, Elements expected, String source) {
    return GoldenCase.of(Pad.arguments(label, shape, before, xShape, xStrides, x, value), "out",
        expected, source);
  }
}
