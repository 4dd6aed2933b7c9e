package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Where}. */
final class WhereGolden {
  private WhereGolden() {}

  static GoldenCase onnxExample() {
    return golden("test_where_example", Shape.of(2, 2),
        new long[] {2, 1}, new long[] {1, 0, 1, 1},
        new long[] {2, 1}, Elements.of(DType.F32, 1, 2, 3, 4),
        new long[] {2, 1}, Elements.of(DType.F32, 9, 8, 7, 6),
        Elements.of(DType.F32, 1, 8, 3, 4),
        "ONNX operator test test_where_example");
  }

  static GoldenCase broadcastCondition() {
    return golden("a column of conditions, a row and a scalar", Shape.of(2, 3),
        new long[] {1, 0}, new long[] {1, 0},
        new long[] {0, 1}, Elements.of(DType.F32, 1, 2, 3),
        new long[] {0, 0}, Elements.of(DType.F32, -9),
        Elements.of(DType.F32, 1, 2, 3, -9, -9, -9),
        "by hand: rows written out");
  }

  static GoldenCase specialValues() {
    return golden("what is not chosen does not count", Shape.of(4),
        new long[] {1}, new long[] {1, 0, 1, 0},
        new long[] {1}, Elements.of(DType.F32, 1, Double.NaN, -0.0, Double.POSITIVE_INFINITY),
        new long[] {1}, Elements.of(DType.F32,
            Double.NaN, 2, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY),
        Elements.of(DType.F32, 1, 2, -0.0, Double.NEGATIVE_INFINITY),
        "by hand: elements picked");
  }

  static GoldenCase integers() {
    return golden("i64", Shape.of(3),
        new long[] {1}, new long[] {0, 1, 0},
        new long[] {1}, Elements.ofLongs(DType.I64, 4611686018427387904L, Long.MIN_VALUE, 7),
        new long[] {1}, Elements.ofLongs(DType.I64, -1, 5, 9223372036854775807L),
        Elements.ofLongs(DType.I64, -1, Long.MIN_VALUE, 9223372036854775807L),
        "by hand: elements picked");
  }

  private static GoldenCase golden(
      String label, Shape shape, long[] conditionStrides, long[] condition, long[] aStrides,
      Elements a, long[] bStrides, Elements b, Elements expected, String source) {
    return GoldenCase.of(
        Where.arguments(label, Where.params(shape, conditionStrides, aStrides, bStrides),
            Elements.ofLongs(DType.BOOL, condition), a, b),
        "out", expected, source);
  }
}
