package dev.assay.ops.movement;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Narrow}. */
final class NarrowGolden {
  private NarrowGolden() {}

  static GoldenCase onnxSplitSecondPart() {
    return golden("test_split_variable_parts_2d_opset13", 2, 6, 1, 2, 4,
        Elements.of(DType.F32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        Elements.of(DType.F32, 3, 4, 5, 6, 9, 10, 11, 12),
        "ONNX operator test test_split_variable_parts_2d_opset13, its second output");
  }

  static GoldenCase middleOfRows() {
    return golden("outer=2 axis=3 inner=2 from 1", 2, 3, 2, 1, 1,
        Elements.ofLongs(DType.I32, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        Elements.ofLongs(DType.I32, 2, 3, 8, 9),
        "by hand: rows written out");
  }

  static GoldenCase oddBytes() {
    return golden("u8, outer=1 axis=7 inner=1 from 2", 1, 7, 1, 2, 3,
        Elements.ofLongs(DType.U8, 9, 8, 7, 255, 0, 4, 3),
        Elements.ofLongs(DType.U8, 7, 255, 0),
        "by hand: elements picked");
  }

  private static GoldenCase golden(
      String label, long outer, long axis, long inner, long start, long length, Elements x,
      Elements expected, String source) {
    return GoldenCase.of(Narrow.arguments(label, outer, axis, inner, start, length, x), "out",
        expected, source);
  }
}
