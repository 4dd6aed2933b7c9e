package dev.assay.runtime.tensor;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A tensor or a view of one: a strided window on device memory. Immutable but for what the memory holds. */
final class DeviceTensor implements Tensor {
  private final TensorMemory memory;
  private final DType dtype;
  private final Shape shape;
  private final long[] strides;
  private final long offset;
  private final long extent;
  private final boolean isView;

  private DeviceTensor(
      TensorMemory memory, DType dtype, Shape shape, long[] strides, long offset, long extent,
      boolean isView) {
    this.memory = memory;
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.extent = extent;
    this.isView = isView;
  }

  /** The dense tensor that owns this memory. */
  static DeviceTensor whole(TensorMemory memory, DType dtype, Shape shape) {
    return new DeviceTensor(memory, dtype, shape, shape.denseStrides(), 0, shape.elements(), false);
  }

  TensorMemory memory() {
    return memory;
  }

  /** From the first element to the last that the strides reach. */
  BufferView bufferView() {
    return memory.buffer().view(dtype, offset * dtype.sizeBytes(), extent);
  }

  @Override
  public DType dtype() {
    return dtype;
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public long[] strides() {
    return strides.clone();
  }

  @Override
  public boolean isDense() {
    return Strides.isDense(shape, strides);
  }

  @Override
  public Tensor view(Shape viewShape, long[] viewStrides, long viewOffset) {
    memory.checkOpen("view");
    Problems problems = new Problems("view of " + this);
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
    return new DeviceTensor(memory, dtype, viewShape, viewStrides.clone(), offset + viewOffset,
        reach, true);
  }

  @Override
  public Elements read() {
    long most = Integer.MAX_VALUE / dtype.sizeBytes();
    if (shape.elements() > most) {
      throw new InvalidCallException(
          Problem.of(Codes.LIMIT_EXCEEDED, "the values do not fit one Java array")
              .at("read of " + this)
              .expected("at most " + most + " elements", Long.toString(shape.elements()))
              .remedy("read the tensor in parts, by views"));
    }
    Elements values = Elements.zeros(dtype, shape.elements());
    if (shape.elements() == 0) {
      memory.checkOpen("read");
      return values;
    }
    if (isDense()) {
      memory.read(offset * dtype.sizeBytes(), values.memory());
    } else {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment span = arena.allocate(extent * dtype.sizeBytes());
        memory.read(offset * dtype.sizeBytes(), span);
        Strides.gather(span, shape, strides, dtype.sizeBytes(), values.memory());
      }
    }
    return values;
  }

  @Override
  public void close() {
    if (!isView) {
      memory.scope().release(memory);
    }
  }

  @Override
  public String toString() {
    return dtype + " " + shape + " of " + memory.buffer().label();
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
