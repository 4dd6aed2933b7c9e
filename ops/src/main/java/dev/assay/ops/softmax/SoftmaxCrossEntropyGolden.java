package dev.assay.ops.softmax;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link SoftmaxCrossEntropy}. */
final class SoftmaxCrossEntropyGolden {
  private SoftmaxCrossEntropyGolden() {}

  static GoldenCase hardTargets() {
    return golden("one right class", DType.F32, 3,
        new double[] {2, -1, 0.5, 3, 0.25, 7},
        new double[] {1, 0, 0, 0, 1, 0},
        new double[] {0.2413112967, 6.769299087},
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: -sum(target * (z - max "
            + "- log(sum)))");
  }

  static GoldenCase softTargets() {
    return golden("shares of classes", DType.F32, 4,
        new double[] {0.5, -1, 2, 0.25, 3, 1, 1, -2},
        new double[] {0.25, 0.25, 0.5, 0, 0.125, 0.5, 0.125, 0.25},
        new double[] {1.494278998, 2.744833427},
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: -sum(target * (z - max "
            + "- log(sum)))");
  }

  static GoldenCase maskedClassesAndEmptyTargets() {
    return golden("a class of minus infinity without a target; a row without targets", DType.F32, 3,
        new double[] {Double.NEGATIVE_INFINITY, 1, 2, 3, 4, 5},
        new double[] {0, 0.5, 0.5, 0, 0, 0},
        new double[] {0.8132616875, 0},
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: -sum(target * (z - max "
            + "- log(sum))); a target of 0 contributes nothing, by declaration");
  }

  static GoldenCase halves() {
    return golden("halves", DType.F16, 4,
        new double[] {0.5, -1, 2, 0.25, 3, 1, 1, -2},
        new double[] {0.25, 0.25, 0.5, 0, 0.125, 0.5, 0.125, 0.25},
        new double[] {1.494140625, 2.744140625},
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: -sum(target * (z - max - log(sum)))");
  }

  static GoldenCase bfloats() {
    return golden("bfloats", DType.BF16, 4,
        new double[] {0.5, -1, 2, 0.25, 3, 1, 1, -2},
        new double[] {0.25, 0.25, 0.5, 0, 0.125, 0.5, 0.125, 0.25},
        new double[] {1.4921875, 2.75},
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: -sum(target * (z - max - log(sum)))");
  }

  private static GoldenCase golden(
      String label, DType dtype, int width, double[] x, double[] targets, double[] expected,
      String source) {
    return GoldenCase.of(
        SoftmaxCrossEntropy.arguments(label, x.length / width, width, Elements.of(dtype, x),
            Elements.of(dtype, targets)),
        "out", Elements.of(dtype, expected), source);
  }
}
