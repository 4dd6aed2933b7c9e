package dev.assay.ops;

import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;

/** A tensor of {@link ArrayScope}. */
final class ArrayTensor implements Tensor {
  private final Elements memory;
  private final long offset;
  private final Shape shape;
  private final long[] strides;

  ArrayTensor(Elements memory, long offset, Shape shape, long[] strides) {
    if (offset < 0 || offset + extent(shape, strides) > memory.length()) {
      throw new AssertionError(
          shape + " with strides " + Arrays.toString(strides) + " from " + offset
              + " reaches outside " + memory);
    }
    this.memory = memory;
    this.offset = offset;
    this.shape = shape;
    this.strides = strides;
  }

  Elements memory() {
    return memory;
  }

  long offset() {
    return offset;
  }

  @Override
  public Shape shape() {
    return shape;
  }

  long extent() {
    return extent(shape, strides);
  }

  private static long extent(Shape shape, long[] strides) {
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
  public DType dtype() {
    return memory.dtype();
  }

  @Override
  public long[] strides() {
    return strides.clone();
  }

  @Override
  public boolean isDense() {
    long[] dense = shape.denseStrides();
    for (int i = 0; i < dense.length; i++) {
      if (shape.size(i) > 1 && strides[i] != dense[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Tensor view(Shape viewed, long[] viewedStrides, long viewedOffset) {
    return new ArrayTensor(memory, offset + viewedOffset, viewed, viewedStrides.clone());
  }

  @Override
  public Elements read() {
    Elements dense = Elements.zeros(dtype(), shape.elements());
    for (long i = 0; i < dense.length(); i++) {
      long rest = i;
      long at = offset;
      for (int axis = strides.length - 1; axis >= 0; axis--) {
        at += rest % shape.size(axis) * strides[axis];
        rest /= shape.size(axis);
      }
      long size = dtype().sizeBytes();
      Bytes.copy(memory.memory(), at * size, dense.memory(), i * size,
          size);
    }
    return dense;
  }

  @Override
  public void close() {}

  @Override
  public String toString() {
    return dtype() + "" + shape + " with strides " + Arrays.toString(strides) + " from " + offset;
  }
}
