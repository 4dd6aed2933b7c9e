package dev.assay.ops.matmul;

import dev.assay.ops.option.Activation;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.op.Shape;

/** Cases of {@link Matmul}: sizes around tiles, transposed operands, gaps between rows, batches that repeat. */
final class MatmulCases {
  private MatmulCases() {}

  /** How a matrix lies: row and column stride, and the elements that one matrix spans. */
  private record Layout(long rowStride, long columnStride, long span) {
    static Layout of(CaseRandom random, long rows, long columns) {
      long gap = random.oneOf(0, 0, 1, 5);
      return random.flip()
          ? new Layout(columns + gap, 1, rows * (columns + gap))
          : new Layout(1, rows + gap, columns * (rows + gap));
    }
  }

  static KernelCase generate(CaseRandom random, DType dtype) {
    boolean batched = random.flip();
    Shape batch = batched ? batch(random) : Shape.of();
    // Apart from each other: one row is also multiplied by many columns.
    int m = random.sizeOrEmpty(random.oneOf(1, 4, batched ? 33 : 130));
    int n = random.sizeOrEmpty(random.oneOf(4, batched ? 66 : 260));
    int k = random.sizeOrEmpty(batched ? 65 : 300);
    Layout a = Layout.of(random, m, k);
    Layout b = Layout.of(random, k, n);
    long[] aBatch = batchStrides(random, batch, a.span());
    long[] bBatch = batchStrides(random, batch, b.span());
    Activation activation = random.flip() ? Activation.NONE : random.oneOf(Activation.values());
    return Matmul.arguments(
        "batch=" + batch + " m=" + m + " n=" + n + " k=" + k + " a=" + a + " b=" + b
            + " activation=" + activation,
        values(random, dtype, batch.elements() * a.span()),
        values(random, dtype, batch.elements() * b.span()),
        random.flip() ? random.values(dtype, n) : null,
        activation,
        Matmul.params(m, n, k, batch, aBatch, bBatch, a.rowStride(), a.columnStride(),
            b.rowStride(),
            b.columnStride()));
  }

  private static Shape batch(CaseRandom random) {
    long[] sizes = new long[random.between(1, Matmul.MOST_BATCH_AXES)];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = i == 0 ? random.sizeOrEmpty(5) : random.between(1, 2);
    }
    return Shape.of(sizes);
  }

  private static long[] batchStrides(CaseRandom random, Shape batch, long span) {
    long[] strides = batch.denseStrides();
    boolean repeated = random.between(0, 3) == 0;
    for (int i = 0; i < strides.length; i++) {
      strides[i] = repeated && i == 0 ? 0 : strides[i] * span;
    }
    return strides;
  }

  /** Moderate values, now and then tiny: the error of a sum grows with its largest terms, and the tolerance is fixed. */
  private static Elements values(CaseRandom random, DType dtype, long count) {
    Elements values = Elements.zeros(dtype, count);
    for (long i = 0; i < count; i++) {
      values.setDouble(i, random.uniform(-2, 2) * (random.between(0, 9) == 0 ? 1e-3 : 1));
    }
    return values;
  }
}
