package dev.assay.ops.movement;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Gather}. */
final class GatherGolden {
  private GatherGolden() {}

  static GoldenCase onnxAxis0() {
    return golden("columns of test_gather_0", 5, 4,
        new double[] {
          0.3921937, 0.53141916, 0.41460848, -0.30238023, -2.1594872, 0.47699898,
          1.2232015, -0.06254665, 0.07993995, -1.966326, 1.1276046, 0.8976911,
          -0.32262024, -0.58906347, 1.3300008, 0.24525855, -0.70331454, 0.13150397,
          1.0610617, 2.5065954
        },
        new long[] {0, 1, 3},
        new double[] {
          0.3921937, 0.53141916, 0.41460848, -0.30238023, -2.1594872, 0.47699898,
          1.2232015, -0.06254665, -0.32262024, -0.58906347, 1.3300008, 0.24525855
        },
        "ONNX operator test test_gather_0, the first four of the 24 columns of each row");
  }

  static GoldenCase repeatedAndReversed() {
    return golden("rows=3 width=2 count=5", 3, 2,
        new double[] {1, 2, 3, 4, 5, 6},
        new long[] {2, 1, 0, 2, 2},
        new double[] {5, 6, 3, 4, 1, 2, 5, 6, 5, 6},
        "by hand: rows written out");
  }

  static GoldenCase firstAndLast() {
    return golden("rows=4 width=1 count=2", 4, 1,
        new double[] {-1, 8, 9, -4},
        new long[] {0, 3},
        new double[] {-1, -4},
        "by hand: rows written out");
  }

  private static GoldenCase golden(
      String label, long rows, long width, double[] table, long[] indices, double[] expected,
      String source) {
    return GoldenCase.of(
        Gather.arguments(label, rows, width, Elements.of(DType.F32, table),
            Elements.ofLongs(DType.I32, indices)),
        "out", Elements.of(DType.F32, expected), source);
  }
}
