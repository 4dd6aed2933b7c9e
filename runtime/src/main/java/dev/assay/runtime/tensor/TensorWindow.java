package dev.assay.runtime.tensor;

import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.op.Shape;

/** A strided window on the elements of some memory: what a tensor is, apart from the memory. Immutable. */
final class TensorWindow {
  private final DType dtype;
  private final Shape shape;
  private final long[] strides;
  private final long offset;
  private final long extent;

  private TensorWindow(DType dtype, Shape shape, long[] strides, long offset, long extent) {
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.extent = extent;
  }

  /** All elements of a dense tensor. */
  static TensorWindow whole(DType dtype, Shape shape) {
    return new TensorWindow(dtype, shape, shape.denseStrides(), 0, shape.elements());
  }

  DType dtype() {
    return dtype;
  }

  Shape shape() {
    return shape;
  }

  long[] strides() {
    return strides.clone();
  }

  boolean isDense() {
    return Strides.isDense(shape, strides);
  }

  /** The first element. */
  long offset() {
    return offset;
  }

  long offsetBytes() {
    return offset * dtype.sizeBytes();
  }

  /** Elements from the first to the last that the strides reach. */
  long extent() {
    return extent;
  }

  long extentBytes() {
    return extent * dtype.sizeBytes();
  }

  /** Copies the elements out of memory that starts with the window's first one, in row-major order. */
  void gather(java.lang.foreign.MemorySegment span, java.lang.foreign.MemorySegment target) {
    Strides.gather(span, shape, strides, dtype.sizeBytes(), target);
  }

  /** A window within this one; everything that is wrong with it is reported in one error. */
  TensorWindow view(Shape viewShape, long[] viewStrides, long viewOffset, Object tensor) {
    Problems problems = new Problems("view of " + tensor);
    if (viewStrides.length != viewShape.rank()) {
      problems.add(Problem
          .of(Codes.SHAPE_INVALID, "the number of strides is not the rank of shape " + viewShape)
          .expected(viewShape.rank() + " strides", viewStrides.length + " strides"));
    }
    for (long stride : viewStrides) {
      if (stride < 0) {
        problems.add(Problem.of(Codes.SHAPE_INVALID, "stride " + stride + " is negative"));
      }
    }
    if (viewOffset < 0) {
      problems.add(Problem.of(Codes.SHAPE_INVALID, "offset " + viewOffset + " is negative"));
    }
    problems.throwIfAny(InvalidCallException::new);
    long reach = reach(viewShape, viewStrides, problems);
    if (reach > extent - viewOffset) {
      problems.add(Problem.of(Codes.SHAPE_INVALID, "the view reaches outside the tensor")
          .expected("within " + extent + " elements", reach + " elements from " + viewOffset));
    }
    problems.throwIfAny(InvalidCallException::new);
    return new TensorWindow(dtype, viewShape, viewStrides.clone(), offset + viewOffset, reach);
  }

  private static long reach(Shape shape, long[] strides, Problems problems) {
    try {
      return Strides.extent(shape, strides);
    } catch (ArithmeticException beyond) {
      problems.add(Problem.of(Codes.INDEX_OVERFLOW, "what the strides reach does not fit 64 bits"));
      return 0;
    }
  }
}
