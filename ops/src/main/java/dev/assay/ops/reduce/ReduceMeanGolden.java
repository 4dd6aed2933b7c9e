package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link ReduceMean}. */
final class ReduceMeanGolden {
  private ReduceMeanGolden() {}

  static GoldenCase onnxMiddleAxis() {
    return ReduceKernel.golden("test_reduce_mean_keepdims_random", 3, 2, 2,
        Elements.of(DType.F32,
            0.9762701, 4.303787, 2.0552676, 0.89766365, -1.526904, 2.9178822, -1.2482557,
            7.83546, 9.273255, -2.3311696, 5.834501, 0.5778984),
        Elements.of(DType.F32,
            1.5157688, 2.6007254, -1.3875799, 5.3766713, 7.553878, -0.8766356),
        "ONNX operator test test_reduce_mean_keepdims_random");
  }

  static GoldenCase onnxKeepDims() {
    return ReduceKernel.golden("test_reduce_mean_negative_axes_keepdims_random", 3, 2, 2,
        Elements.of(DType.F32,
            0.9762701, 4.303787, 2.0552676, 0.89766365, -1.526904, 2.9178822, -1.2482557,
            7.83546, 9.273255, -2.3311696, 5.834501, 0.5778984),
        Elements.of(DType.F32,
            1.5157688, 2.6007254, -1.3875799, 5.3766713, 7.553878, -0.8766356),
        "ONNX operator test test_reduce_mean_negative_axes_keepdims_random");
  }

  static GoldenCase emptyAxis() {
    return ReduceKernel.golden("outer=2 axis=0 inner=1", 2, 0, 1,
        Elements.of(DType.F32),
        Elements.of(DType.F32, Double.NaN, Double.NaN),
        "IEEE 754-2019, clause 7.2: 0 / 0");
  }

  static GoldenCase halves() {
    return ReduceKernel.golden("f16, columns", 1, 4, 2,
        Elements.of(DType.F16,
            0.09997558594, -2.69921875, 3.30078125, 1000, -0.001000404358, 7.69921875, 100,
            -99.875),
        Elements.of(DType.F16, 25.84375, 226.25),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase sumsBeyondHalves() {
    return ReduceKernel.golden("f16, columns, sums beyond the type", 1, 5, 2,
        Elements.of(DType.F16,
            30000, 40000, 30000, 40000, 30000, 40000, 30000, -40000, 30000, -40000),
        Elements.of(DType.F16, 30000, 8000),
        "by hand: 150000 / 5 and 40000 / 5, where f16 ends at 65504");
  }

  static GoldenCase bfloats() {
    return ReduceKernel.golden("bf16, columns", 1, 4, 2,
        Elements.of(DType.BF16,
            0.10009765625, -2.703125, 3.296875, 1000, -0.0009994506836, 7.6875, 100, -100),
        Elements.of(DType.BF16, 25.875, 226),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }
}
