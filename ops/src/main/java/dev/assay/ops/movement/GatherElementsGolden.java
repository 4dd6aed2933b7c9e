package dev.assay.ops.movement;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link GatherElements}. */
final class GatherElementsGolden {
  private GatherElementsGolden() {}

  static GoldenCase onnxFirst() {
    return golden("test_gather_elements_0", Shape.of(2, 2), 2, 1, new long[] {2, 0},
        Elements.of(DType.F32, 1, 2, 3, 4),
        Elements.ofLongs(DType.I32, 0, 0, 1, 0),
        Elements.of(DType.F32, 1, 1, 4, 3),
        "ONNX operator test test_gather_elements_0, axis 1");
  }

  static GoldenCase onnxSecond() {
    return golden("test_gather_elements_1", Shape.of(2, 3), 3, 3, new long[] {0, 1},
        Elements.of(DType.F32, 1, 2, 3, 4, 5, 6, 7, 8, 9),
        Elements.ofLongs(DType.I32, 1, 2, 0, 2, 0, 0),
        Elements.of(DType.F32, 4, 8, 3, 7, 2, 3),
        "ONNX operator test test_gather_elements_1");
  }

  static GoldenCase columnOfIntegers() {
    return golden("i64, a column chosen row by row", Shape.of(3, 1), 4, 1, new long[] {4, 0},
        Elements.ofLongs(DType.I64, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21),
        Elements.ofLongs(DType.I32, 3, 0, 2),
        Elements.ofLongs(DType.I64, 13, 14, 20),
        "by hand: elements picked");
  }

  private static GoldenCase golden(
      String label, Shape shape, long axisSize, long axisStride, long[] strides, Elements x,
      Elements indices, Elements expected, String source) {
    return GoldenCase.of(
        GatherElements.arguments(label, shape, axisSize, axisStride, strides, x, indices), "out",
        expected, source);
  }
}
