package dev.assay.ops.movement;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Concat}. */
final class ConcatGolden {
  private ConcatGolden() {}

  static GoldenCase onnxSecondPart() {
    return golden("test_concat_2d_axis_1", 2, 4, 1, 2,
        Elements.of(DType.F32, 5, 6, 7, 8),
        Elements.of(DType.F32, 1, 2, -1, -1, 3, 4, -1, -1),
        Elements.of(DType.F32, 1, 2, 5, 6, 3, 4, 7, 8),
        "ONNX operator test test_concat_2d_axis_1, with its first part in place");
  }

  static GoldenCase middleOfRows() {
    return golden("outer=2 axis=3 inner=2 from 1", 2, 3, 2, 1,
        Elements.ofLongs(DType.I64, 21, 22, 23, 24),
        Elements.ofLongs(DType.I64, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
        Elements.ofLongs(DType.I64, 1, 1, 21, 22, 1, 1, 1, 1, 23, 24, 1, 1),
        "by hand: rows written out");
  }

  static GoldenCase oddBytes() {
    return golden("u8, outer=1 axis=7 inner=1 from 2", 1, 7, 1, 2,
        Elements.ofLongs(DType.U8, 7, 255, 0),
        Elements.ofLongs(DType.U8, 1, 1, 1, 1, 1, 1, 1),
        Elements.ofLongs(DType.U8, 1, 1, 7, 255, 0, 1, 1),
        "by hand: elements written out");
  }

  private static GoldenCase golden(
      String label, long outer, long axis, long inner, long start, Elements x, Elements before,
      Elements expected, String source) {
    return GoldenCase.of(Concat.arguments(label, outer, axis, inner, start, x, before), "out",
        expected, source);
  }
}
