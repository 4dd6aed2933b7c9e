package dev.assay.ops.attention;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link KvAppend}. */
final class KvAppendGolden {
  private KvAppendGolden() {}

  static GoldenCase firstPosition() {
    return golden("heads=2 capacity=3 head_dim=2 position=0", DType.F32, 2, 3, 2, 0, 2,
        new double[] {1, 2, 3, 4},
        new double[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        new double[] {1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0});
  }

  static GoldenCase lastPositionOfPackedHeads() {
    return golden("a gap between the heads of the step", DType.F16, 2, 2, 3, 1, 5,
        new double[] {1, 2, 3, 99, 99, 4, 5, 6},
        new double[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
        new double[] {-1, -1, -1, 1, 2, 3, -1, -1, -1, 4, 5, 6});
  }

  static GoldenCase overwritten() {
    return golden("one head of one element, its neighbours stay", DType.BF16, 1, 4, 1, 2, 1,
        new double[] {0.5},
        new double[] {10, 20, 30, 40},
        new double[] {10, 20, 0.5, 40});
  }

  private static GoldenCase golden(
      String label, DType dtype, int heads, int capacity, int headDim, int position,
      long stepStride, double[] step, double[] cache, double[] expected) {
    return GoldenCase.of(
        KvAppend.arguments(label, heads, capacity, headDim, position, stepStride,
            Elements.of(dtype, step), Elements.of(dtype, cache)),
        "cache", Elements.of(dtype, expected), "by hand: one row of each head is replaced");
  }
}
