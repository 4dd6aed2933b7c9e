package dev.assay.runtime.tensor;

import dev.assay.spi.data.Bytes;
import dev.assay.spi.op.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Index arithmetic of strided tensors. All strides are in elements and not negative. */
final class Strides {
  private Strides() {}

  /**
   * Elements from the first to behind the last that is reached, 0 for an empty shape.
   *
   * @throws ArithmeticException when that does not fit 64 bits
   */
  static long extent(Shape shape, long[] strides) {
    if (shape.elements() == 0) {
      return 0;
    }
    long last = 0;
    for (int axis = 0; axis < strides.length; axis++) {
      last = Math.addExact(last, Math.multiplyExact(shape.size(axis) - 1, strides[axis]));
    }
    return Math.addExact(last, 1);
  }

  /** Whether the elements lie row-major without gaps; the stride of an axis of size 1 does not matter. */
  static boolean isDense(Shape shape, long[] strides) {
    if (shape.elements() == 0) {
      return true;
    }
    long[] dense = shape.denseStrides();
    for (int axis = 0; axis < strides.length; axis++) {
      if (shape.size(axis) != 1 && strides[axis] != dense[axis]) {
        return false;
      }
    }
    return true;
  }

  /** Copies the elements that the strides reach, row-major, into {@code target}; rank at least 1, no size 0. */
  static void gather(MemorySegment source, Shape shape, long[] strides, int elementBytes,
      MemorySegment target) {
    int inner = shape.rank() - 1;
    long length = shape.size(inner);
    long[] index = new long[inner];
    long rows = shape.product(0, inner);
    long from = 0;
    for (long row = 0; row < rows; row++) {
      copyRow(source, from, strides[inner], target, row * length, length, elementBytes);
      for (int axis = inner - 1; axis >= 0; axis--) {
        from += strides[axis];
        if (++index[axis] < shape.size(axis)) {
          break;
        }
        from -= index[axis] * strides[axis];
        index[axis] = 0;
      }
    }
  }

  private static void copyRow(
      MemorySegment source, long from, long stride, MemorySegment target, long to, long length,
      int elementBytes) {
    if (stride == 1) {
      Bytes.copy(source, from * elementBytes, target, to * elementBytes,
          length * elementBytes);
      return;
    }
    for (long i = 0; i < length; i++) {
      long at = (from + i * stride) * elementBytes;
      long into = (to + i) * elementBytes;
      switch (elementBytes) {
        case 1 -> target.set(ValueLayout.JAVA_BYTE, into, source.get(ValueLayout.JAVA_BYTE, at));
        case 2 -> target.set(ValueLayout.JAVA_SHORT_UNALIGNED, into,
            source.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
        case 4 -> target.set(ValueLayout.JAVA_INT_UNALIGNED, into,
            source.get(ValueLayout.JAVA_INT_UNALIGNED, at));
        case 8 -> target.set(ValueLayout.JAVA_LONG_UNALIGNED, into,
            source.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
        default -> throw new IllegalArgumentException("no element has " + elementBytes + " bytes");
      }
    }
  }
}
