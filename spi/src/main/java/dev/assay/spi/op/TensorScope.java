package dev.assay.spi.op;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import java.lang.foreign.MemorySegment;
import org.apiguardian.api.API;

/**
 * Where operations run: makes tensors, runs kernel calls in order, and owns the memory of what it made until it is
 * closed. Tensors of another scope of the same device may be read. Belongs to one thread at a time.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface TensorScope extends AutoCloseable {
  /** An operation library for this scope, such as {@code Ops.class}; unknown classes are an error that lists the known. */
  <T> T ops(Class<T> library);

  /** A dense tensor whose content is undefined until a kernel call writes it. */
  Tensor empty(DType dtype, Shape shape);

  /** A dense tensor with a copy of these values, as many as the shape has elements. */
  Tensor tensor(Elements values, Shape shape);

  /** A dense f32 tensor with a copy of these values. */
  default Tensor tensor(float[] values, long... shape) {
    Elements elements = Elements.zeros(DType.F32, values.length);
    MemorySegment.copy(values, 0, elements.memory(),
        java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED
            .withOrder(java.nio.ByteOrder.LITTLE_ENDIAN),
        0, values.length);
    return tensor(elements, Shape.of(shape));
  }

  /** A dense int32 tensor with a copy of these values. */
  default Tensor tensor(int[] values, long... shape) {
    Elements elements = Elements.zeros(DType.I32, values.length);
    MemorySegment.copy(values, 0, elements.memory(),
        java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED
            .withOrder(java.nio.ByteOrder.LITTLE_ENDIAN),
        0, values.length);
    return tensor(elements, Shape.of(shape));
  }

  /** Runs a kernel call after those before it. Errors in the call are thrown here, errors in data when a result is read. */
  void run(KernelCall call);

  /** Waits for work in flight and releases every tensor made here. */
  @Override
  void close();
}
