package dev.assay.ops.movement;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Copy}. */
final class CopyGolden {
  private CopyGolden() {}

  static GoldenCase onnxTranspose() {
    return golden("test_transpose_all_permutations_4", Shape.of(4, 2, 3), new long[] {1, 12, 4},
        new double[] {
          0.09428928, 0.24677388, 0.9464241, 0.5219808, 0.82957596, 0.44270504,
          0.8938445, 0.37682086, 0.7010555, 0.85093385, 0.9715576, 0.09150696,
          0.87960625, 0.4169478, 0.32066226, 0.4160872, 0.93168586, 0.9175777,
          0.68524134, 0.27201968, 0.942535, 0.13649029, 0.76811224, 0.25688198
        },
        new double[] {
          0.09428928, 0.82957596, 0.7010555, 0.87960625, 0.93168586, 0.942535,
          0.24677388, 0.44270504, 0.85093385, 0.4169478, 0.9175777, 0.13649029,
          0.9464241, 0.8938445, 0.9715576, 0.32066226, 0.68524134, 0.76811224, 0.5219808,
          0.37682086, 0.09150696, 0.4160872, 0.27201968, 0.25688198
        },
        "ONNX operator test test_transpose_all_permutations_4: axes 2, 0, 1 of [2, 3, 4]");
  }

  static GoldenCase onnxReversedAxes() {
    return golden("test_transpose_all_permutations_5", Shape.of(4, 3, 2), new long[] {1, 4, 12},
        new double[] {
          0.09428928, 0.24677388, 0.9464241, 0.5219808, 0.82957596, 0.44270504,
          0.8938445, 0.37682086, 0.7010555, 0.85093385, 0.9715576, 0.09150696,
          0.87960625, 0.4169478, 0.32066226, 0.4160872, 0.93168586, 0.9175777,
          0.68524134, 0.27201968, 0.942535, 0.13649029, 0.76811224, 0.25688198
        },
        new double[] {
          0.09428928, 0.87960625, 0.82957596, 0.93168586, 0.7010555, 0.942535,
          0.24677388, 0.4169478, 0.44270504, 0.9175777, 0.85093385, 0.13649029,
          0.9464241, 0.32066226, 0.8938445, 0.68524134, 0.9715576, 0.76811224, 0.5219808,
          0.4160872, 0.37682086, 0.27201968, 0.09150696, 0.25688198
        },
        "ONNX operator test test_transpose_all_permutations_5: axes 2, 1, 0 of [2, 3, 4]");
  }

  static GoldenCase broadcastRow() {
    return golden("[3] as [2, 3]", Shape.of(2, 3), new long[] {0, 1},
        new double[] {7, 8, -9},
        new double[] {7, 8, -9, 7, 8, -9},
        "by hand: the row twice");
  }

  static GoldenCase everyOtherColumn() {
    return golden("columns 0 and 2 of [2, 4]", Shape.of(2, 2), new long[] {4, 2},
        new double[] {1, 2, 3, 4, 5, 6, 7},
        new double[] {1, 3, 5, 7},
        "by hand: the last element of the matrix is outside");
  }

  private static GoldenCase golden(
      String label, Shape shape, long[] strides, double[] x, double[] expected, String source) {
    return GoldenCase.of(
        Copy.arguments(label, shape, strides, Elements.of(DType.F32, x)),
        "out", Elements.of(DType.F32, expected), source);
  }
}
