package dev.assay.ops.reference;

import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import java.util.Arrays;

/**
 * Where the elements of a strided shape lie: element number {@code i} in row-major order to its distance from the first.
 * Immutable.
 */
public final class StridedIndex {
  private final long[] sizes;
  private final long[] strides;

  /** An index over these sizes and strides, one stride for each size. */
  public StridedIndex(long[] sizes, long[] strides) {
    int kept = 0;
    long[] keptSizes = new long[sizes.length + 1];
    long[] keptStrides = new long[sizes.length + 1];
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] == 1) {
        continue;
      }
      // Two axes that continue each other are one: the longer the inner axis, the longer the bulk reads.
      if (kept > 0 && keptStrides[kept - 1] == strides[i] * sizes[i]) {
        keptSizes[kept - 1] *= sizes[i];
        keptStrides[kept - 1] = strides[i];
      } else {
        keptSizes[kept] = sizes[i];
        keptStrides[kept] = strides[i];
        kept++;
      }
    }
    if (kept == 0) {
      keptSizes[kept++] = 1;
    }
    this.sizes = Arrays.copyOf(keptSizes, kept);
    this.strides = Arrays.copyOf(keptStrides, kept);
  }

  /** The index that two array fields of a constant describe. */
  public static StridedIndex of(StructValue params, String sizes, String strides) {
    return new StridedIndex(params.getLongs(sizes), params.getLongs(strides));
  }

  /** The distance of element {@code index}, counted in row-major order, from the first. */
  public long offset(long index) {
    long offset = 0;
    long rest = index;
    for (int i = sizes.length - 1; i > 0; i--) {
      offset += rest % sizes[i] * strides[i];
      rest /= sizes[i];
    }
    return offset + rest * strides[0];
  }

  /** What a run is given to: a run of elements at one distance from each other. */
  @FunctionalInterface
  public interface Run {
    /**
     * Takes {@code count} elements.
     *
     * @param position of the first one, counted from the start of the walk
     * @param offset of the first one, in elements
     * @param stride from one to the next, in elements
     * @param count how many, at least 1
     */
    void accept(int position, long offset, long stride, int count);
  }

  /** Cuts elements {@code first} to before {@code first + count}, in row-major order, into runs along the last axis. */
  public void forEachRun(long first, int count, Run run) {
    int last = sizes.length - 1;
    int done = 0;
    while (done < count) {
      long index = first + done;
      int length = (int) Math.min(count - done, sizes[last] - index % sizes[last]);
      run.accept(done, offset(index), strides[last], length);
      done += length;
    }
  }

  /** Reads elements {@code first} to before {@code first + count}, in row-major order, to the start of {@code target}. */
  public void read(Elements source, long first, int count, double[] target) {
    forEachRun(first, count,
        (position, offset, stride, length) -> readRun(source, offset, stride, length, target,
            position));
  }

  /** The same for integers. */
  public void read(Elements source, long first, int count, long[] target) {
    forEachRun(first, count, (position, offset, stride, length) -> {
      for (int i = 0; i < length; i++) {
        target[position + i] = source.getLong(offset + i * stride);
      }
    });
  }

  /** Reads {@code count} elements from {@code start}, {@code stride} apart, into {@code target} at {@code position}. */
  public static void readRun(
      Elements source, long start, long stride, int count, double[] target, int position) {
    if (stride == 1) {
      source.read(start, target, position, count);
    } else if (stride == 0) {
      Arrays.fill(target, position, position + count, source.getDouble(start));
    } else {
      for (int i = 0; i < count; i++) {
        target[position + i] = source.getDouble(start + i * stride);
      }
    }
  }
}
