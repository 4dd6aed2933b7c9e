package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link ReduceSum}. */
final class ReduceSumGolden {
  private ReduceSumGolden() {}

  static GoldenCase onnxMiddleAxis() {
    return golden("test_reduce_sum_keepdims_random", 3, 2, 2,
        new double[] {
          0.9762701, 4.303787, 2.0552676, 0.89766365, -1.526904, 2.9178822, -1.2482557,
          7.83546, 9.273255, -2.3311696, 5.834501, 0.5778984
        },
        new double[] {3.0315375, 5.201451, -2.7751598, 10.753343, 15.107756, -1.7532712},
        "ONNX operator test test_reduce_sum_keepdims_random");
  }

  static GoldenCase onnxEmptyAxis() {
    return golden("test_reduce_sum_empty_set", 2, 0, 4,
        new double[0],
        new double[] {0, 0, 0, 0, 0, 0, 0, 0},
        "ONNX operator test test_reduce_sum_empty_set");
  }

  static GoldenCase lastAxisCancels() {
    return golden("outer=3 axis=4 inner=1", 3, 4, 1,
        new double[] {4096, 0.125, -4096, 0.25, 1, -1, 2, -2, -8, -16, -32, 0.5},
        new double[] {0.375, 0, -55.5},
        "by hand: terms that cancel, exact in any order");
  }

  private static GoldenCase golden(
      String label, long outer, long axis, long inner, double[] x, double[] expected,
      String source) {
    return GoldenCase.of(
        ReduceSum.arguments(label, outer, axis, inner, Elements.of(DType.F32, x)),
        "out", Elements.of(DType.F32, expected), source);
  }
}
