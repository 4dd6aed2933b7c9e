package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link ReduceMax}. */
final class ReduceMaxGolden {
  private ReduceMaxGolden() {}

  static GoldenCase onnxBool() {
    return ReduceKernel.golden("test_reduce_max_bool_inputs", 4, 2, 1,
        Elements.ofLongs(DType.BOOL, 1, 1, 1, 0, 0, 1, 0, 0),
        Elements.ofLongs(DType.BOOL, 1, 1, 1, 0),
        "ONNX operator test test_reduce_max_bool_inputs");
  }

  static GoldenCase onnxLastAxis() {
    return ReduceKernel.golden("test_reduce_max_negative_axes_keepdims_random", 3, 2, 2,
        Elements.of(DType.F32,
            0.9762701, 4.303787, 2.0552676, 0.89766365, -1.526904, 2.9178822, -1.2482557,
            7.83546, 9.273255, -2.3311696, 5.834501, 0.5778984),
        Elements.of(DType.F32,
            2.0552676, 4.303787, -1.2482557, 7.83546, 9.273255, 0.5778984),
        "ONNX operator test test_reduce_max_negative_axes_keepdims_random");
  }

  static GoldenCase specialValues() {
    return ReduceKernel.golden("NaN, infinities, nothing larger", 4, 3, 1,
        Elements.of(DType.F32,
            1, Double.NaN, 3, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY,
            Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1, 2, -1, -5, -2),
        Elements.of(DType.F32,
            Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -1),
        "IEEE 754-2019, clause 9.6, maximum");
  }

  static GoldenCase halves() {
    return ReduceKernel.golden("f16, columns", 1, 4, 2,
        Elements.of(DType.F16,
            0.09997558594, -2.69921875, 3.30078125, 1000, -0.001000404358, 7.69921875, 100,
            -99.875),
        Elements.of(DType.F16, 100, 1000),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return ReduceKernel.golden("bf16, columns", 1, 4, 2,
        Elements.of(DType.BF16,
            0.10009765625, -2.703125, 3.296875, 1000, -0.0009994506836, 7.6875, 100, -100),
        Elements.of(DType.BF16, 100, 1000),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase unsigned() {
    return ReduceKernel.golden("u64", 2, 3, 1,
        Elements.ofLongs(DType.U64, 1, Long.MIN_VALUE, 5, -1, 2, 3),
        Elements.ofLongs(DType.U64, Long.MIN_VALUE, -1),
        "by hand: the largest of each");
  }
}
