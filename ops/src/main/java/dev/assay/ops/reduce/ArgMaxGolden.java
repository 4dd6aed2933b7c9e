package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link ArgMax}. */
final class ArgMaxGolden {
  private ArgMaxGolden() {}

  static GoldenCase onnxExample() {
    return ArgKernel.golden("test_argmax_keepdims_example", 2, 2, 1, false,
        Elements.of(DType.F32, 2, 2, 3, 10),
        new long[] {0, 1},
        "ONNX operator test test_argmax_keepdims_example");
  }

  static GoldenCase onnxSelectLast() {
    return ArgKernel.golden("test_argmax_negative_axis_keepdims_example_select_last_index", 2, 2, 1,
        true,
        Elements.of(DType.F32, 2, 2, 3, 10),
        new long[] {1, 1},
        "ONNX operator test test_argmax_negative_axis_keepdims_example_select_last_index");
  }

  static GoldenCase onnxMiddleAxis() {
    return ArgKernel.golden("test_argmax_keepdims_random", 2, 3, 4, false,
        Elements.of(DType.F32,
            -6.5367203, 5.1156683, 8.066459, -6.7385216, -1.4309999, -2.5066404, -7.2033267,
            -8.730659, -0.42262924, 4.2439833, -9.697197, 2.5341218, -6.8401, 5.437727,
            -9.371161, -8.4043455, 0.0012615857, -4.137423, -5.770881, 1.8790346, -7.4065995,
            -5.831105, -6.8353066, 9.794303),
        new long[] {2, 0, 0, 2, 1, 0, 1, 2},
        "ONNX operator test test_argmax_keepdims_random");
  }

  static GoldenCase specialValues() {
    return ArgKernel.golden("NaN wins, zeros are equal", 3, 4, 1, false,
        Elements.of(DType.BF16,
            1, Double.NaN, Double.POSITIVE_INFINITY, Double.NaN, -0.0, 0, -1, 0,
            Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY,
            Double.NEGATIVE_INFINITY),
        new long[] {1, 0, 0},
        "by hand, by the rules of the declaration");
  }

  static GoldenCase unsigned() {
    return ArgKernel.golden("u64", 2, 3, 1, true,
        Elements.ofLongs(DType.U64,
            1, Long.MIN_VALUE, Long.MIN_VALUE, -1, Long.MIN_VALUE, 0),
        new long[] {2, 0},
        "by hand: positions of the largest");
  }
}
