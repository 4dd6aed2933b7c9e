package dev.assay.runtime.tensor;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A tensor or a view of one: a strided window on device memory. Immutable but for what the memory holds. */
final class DeviceTensor implements Tensor {
  private final TensorMemory memory;
  private final TensorWindow window;
  private final boolean isView;

  private DeviceTensor(TensorMemory memory, TensorWindow window, boolean isView) {
    this.memory = memory;
    this.window = window;
    this.isView = isView;
  }

  /** The dense tensor that owns this memory. */
  static DeviceTensor whole(TensorMemory memory, DType dtype, Shape shape) {
    return new DeviceTensor(memory, TensorWindow.whole(dtype, shape), false);
  }

  TensorMemory memory() {
    return memory;
  }

  /** From the first element to the last that the strides reach. */
  BufferView bufferView() {
    return memory.buffer().view(window.dtype(), window.offsetBytes(), window.extent());
  }

  @Override
  public DType dtype() {
    return window.dtype();
  }

  @Override
  public Shape shape() {
    return window.shape();
  }

  @Override
  public long[] strides() {
    return window.strides();
  }

  @Override
  public boolean isDense() {
    return window.isDense();
  }

  @Override
  public Tensor view(Shape viewShape, long[] viewStrides, long viewOffset) {
    memory.checkOpen("view");
    return new DeviceTensor(memory, window.view(viewShape, viewStrides, viewOffset, this), true);
  }

  @Override
  public Elements read() {
    long elements = shape().elements();
    long most = Integer.MAX_VALUE / dtype().sizeBytes();
    if (elements > most) {
      throw new InvalidCallException(
          Problem.of(Codes.LIMIT_EXCEEDED, "the values do not fit one Java array")
              .at("read of " + this)
              .expected("at most " + most + " elements", Long.toString(elements))
              .remedy("read the tensor in parts, by views"));
    }
    Elements values = Elements.zeros(dtype(), elements);
    if (elements == 0) {
      memory.checkOpen("read");
      return values;
    }
    if (isDense()) {
      memory.read(window.offsetBytes(), values.memory());
    } else {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment span = arena.allocate(window.extentBytes());
        memory.read(window.offsetBytes(), span);
        window.gather(span, values.memory());
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
    return dtype() + " " + shape() + " of " + memory.buffer().label();
  }
}
