package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import java.util.Map;

/** Golden cases of {@link TopK}. */
final class TopKGolden {
  private TopKGolden() {}

  static GoldenCase onnxLastAxis() {
    return golden("test_top_k_negative_axis", 3, 4, 1, 3, true,
        Elements.of(DType.F32, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        Elements.of(DType.F32, 3, 2, 1, 7, 6, 5, 11, 10, 9),
        new long[] {3, 2, 1, 3, 2, 1, 3, 2, 1},
        "ONNX operator test test_top_k_negative_axis");
  }

  static GoldenCase onnxSmallest() {
    return golden("test_top_k_smallest", 3, 4, 1, 3, false,
        Elements.of(DType.F32, 0, 1, 2, 3, 4, 5, 6, 7, 11, 10, 9, 8),
        Elements.of(DType.F32, 0, 1, 2, 4, 5, 6, 8, 9, 10),
        new long[] {0, 1, 2, 0, 1, 2, 3, 2, 1},
        "ONNX operator test test_top_k_smallest");
  }

  static GoldenCase onnxUnsigned() {
    return golden("test_top_k_uint64", 3, 4, 1, 3, true,
        Elements.ofLongs(DType.U64, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        Elements.ofLongs(DType.U64, 3, 2, 1, 7, 6, 5, 11, 10, 9),
        new long[] {3, 2, 1, 3, 2, 1, 3, 2, 1},
        "ONNX operator test test_top_k_uint64");
  }

  static GoldenCase specialValues() {
    return golden("columns of NaN, infinities, zeros, ties", 1, 4, 2, 3, true,
        Elements.of(DType.F16,
            0, 1, Double.NaN, 1, -0.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1),
        Elements.of(DType.F16, Double.NaN, 1, Double.POSITIVE_INFINITY, 1, 0, 1),
        new long[] {1, 0, 3, 1, 0, 3},
        "by hand, by the rules of the declaration");
  }

  private static GoldenCase golden(
      String label, long outer, long axis, long inner, long k, boolean largest, Elements x,
      Elements values, long[] indices, String source) {
    return new GoldenCase(TopK.arguments(label, outer, axis, inner, k, largest, x),
        Map.of("values", values, "indices", Elements.ofLongs(DType.I32, indices)), source);
  }
}
