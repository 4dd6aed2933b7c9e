package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Max}. */
final class MaxGolden {
  private MaxGolden() {}

  static GoldenCase onnxTwoInputs() {
    return BinaryKernel.golden("test_max_two_inputs", Shape.of(3),
        new long[] {1}, new double[] {3, 2, 1},
        new long[] {1}, new double[] {1, 4, 4},
        new double[] {3, 4, 4},
        "ONNX operator test test_max_two_inputs");
  }

  static GoldenCase broadcastScalar() {
    return BinaryKernel.golden("[2, 2] and []", Shape.of(2, 2),
        new long[] {2, 1}, new double[] {-1.5, 0.25, 3, -7},
        new long[] {0, 0}, new double[] {0.5},
        new double[] {0.5, 0.5, 3, 0.5},
        "by hand: a floor of one half");
  }

  static GoldenCase specialValues() {
    return BinaryKernel.golden("infinities and NaN", Shape.of(5),
        new long[] {1},
        new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN, 2, -3},
        new long[] {1}, new double[] {1, 1, 1, Double.NaN, Double.NEGATIVE_INFINITY},
        new double[] {1, Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, -3},
        "IEEE 754-2019, clause 9.6, maximum");
  }
}
