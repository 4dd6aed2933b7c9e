package dev.assay.ops.reference;

import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.op.Shape;
import java.util.Arrays;

/** Random shapes and the ways in which an operand of a shape may lie in memory. Immutable. */
public final class StridedCase {
  private static final int MOST_ELEMENTS = 20_000;

  private final Shape shape;
  private final long[] strides;

  private StridedCase(Shape shape, long[] strides) {
    this.shape = shape;
    this.strides = strides;
  }

  /** A shape of 0 to {@code mostAxes} axes, small enough for many cases; now and then empty. */
  public static Shape shape(CaseRandom random, int mostAxes) {
    long[] sizes = new long[random.between(0, mostAxes)];
    int room = MOST_ELEMENTS;
    for (int i = 0; i < sizes.length; i++) {
      // Few long axes and many short ones: else the first axis would use up all the room.
      int most = Math.max(1, Math.min(room, random.oneOf(3, 5, 40, 300)));
      sizes[i] = i == 0 ? random.sizeOrEmpty(most) : random.size(most);
      room /= (int) Math.max(1, sizes[i]);
    }
    return Shape.of(sizes);
  }

  /** A layout for this shape: dense, with a gap, broadcast along some axes, or with its axes in another order. */
  public static StridedCase of(CaseRandom random, Shape shape) {
    long[] strides = shape.denseStrides();
    int rank = strides.length;
    if (rank > 0) {
      int axis = random.between(0, rank - 1);
      switch (random.between(0, 3)) {
        case 0 -> {}
        case 1 -> {
          int gap = random.between(1, 3);
          for (int i = 0; i <= axis; i++) {
            strides[i] += gap * (strides[i] / strides[axis]);
          }
        }
        case 2 -> strides[axis] = 0;
        default -> strides = permuted(random, shape);
      }
    }
    return new StridedCase(shape, strides);
  }

  private static long[] permuted(CaseRandom random, Shape shape) {
    int rank = shape.rank();
    long[] sizes = shape.sizes();
    int[] order = new int[rank];
    Arrays.setAll(order, i -> i);
    for (int i = rank - 1; i > 0; i--) {
      int other = random.between(0, i);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    long[] strides = new long[rank];
    long stride = 1;
    for (int i = rank - 1; i >= 0; i--) {
      strides[order[i]] = stride;
      stride *= Math.max(1, sizes[order[i]]);
    }
    return strides;
  }

  /** One stride for each axis, in elements; a copy. */
  public long[] strides() {
    return strides.clone();
  }

  /** Elements from the first to behind the last one reached. */
  public long extent() {
    if (shape.elements() == 0) {
      return 0;
    }
    long last = 0;
    for (int i = 0; i < strides.length; i++) {
      last += (shape.size(i) - 1) * strides[i];
    }
    return last + 1;
  }

  @Override
  public String toString() {
    return Arrays.toString(strides);
  }
}
