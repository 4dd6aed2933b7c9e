package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Clip}. */
final class ClipGolden {
  private ClipGolden() {}

  static GoldenCase onnxExample() {
    return golden("test_clip_example", -1, 1,
        Elements.of(DType.F32, -2, 0, 2),
        Elements.of(DType.F32, -1, 0, 1),
        "ONNX operator test test_clip_example");
  }

  static GoldenCase onnxLowAboveHigh() {
    return golden("test_clip_min_greater_than_max", 2, 1,
        Elements.of(DType.F32, -2, 0, 6),
        Elements.of(DType.F32, 1, 1, 1),
        "ONNX operator test test_clip_min_greater_than_max");
  }

  static GoldenCase openBounds() {
    return golden("no upper bound", -1.5, Double.POSITIVE_INFINITY,
        Elements.of(DType.F32,
            -2, -1.5, -0.0, 3E+38, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN),
        Elements.of(DType.F32,
            -1.5, -1.5, -0.0, 3E+38, -1.5, Double.POSITIVE_INFINITY, Double.NaN),
        "IEEE 754-2019, clause 9.6: minimum and maximum");
  }

  static GoldenCase halves() {
    return golden("f16", -0.1000000015, 0.6000000238,
        Elements.of(DType.F16, -7, -0.25, 0.09997558594, 0.5, 0.7001953125, 100),
        Elements.of(DType.F16,
            -0.09997558594, -0.09997558594, 0.09997558594, 0.5, 0.60009765625, 0.60009765625),
        "Python 3 fractions, the f32 bound rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return golden("bf16", -0.1000000015, 0.6000000238,
        Elements.of(DType.BF16, -7, -0.25, 0.10009765625, 0.5, 0.69921875, 100),
        Elements.of(DType.BF16,
            -0.10009765625, -0.10009765625, 0.10009765625, 0.5, 0.6015625, 0.6015625),
        "Python 3 fractions, the f32 bound rounded to nearest even");
  }

  private static GoldenCase golden(
      String label, double low, double high, Elements x, Elements expected, String source) {
    return GoldenCase.of(Clip.arguments(label, low, high, x), "out", expected, source);
  }
}
