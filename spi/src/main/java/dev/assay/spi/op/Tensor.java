package dev.assay.spi.op;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import org.apiguardian.api.API;

/**
 * Typed values of a shape on a device, or a strided view of another tensor's. Its memory belongs to the scope that made
 * it. Reading waits for the work that produces it. Used by one thread at a time, like its scope.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Tensor extends AutoCloseable {
  /** The element type. */
  DType dtype();

  /** The sizes, outermost first. */
  Shape shape();

  /** The distance between neighbours on each axis, in elements; 0 repeats. A copy. */
  long[] strides();

  /** Whether the elements lie row-major without gaps. */
  boolean isDense();

  /**
   * Another view of the same memory; no element moves. Strides must not be negative and the view must stay within this
   * tensor's memory.
   *
   * @param shape the view's sizes
   * @param strides one per axis, in elements
   * @param offset the first element, counted from this tensor's first
   */
  Tensor view(Shape shape, long[] strides, long offset);

  /** A copy of the values in row-major order, whatever the strides. */
  Elements read();

  /** The values of an f32, f16 or bf16 tensor in row-major order. */
  default float[] toFloatArray() {
    Elements values = read();
    float[] array = new float[Math.toIntExact(values.length())];
    for (int i = 0; i < array.length; i++) {
      array[i] = (float) values.getDouble(i);
    }
    return array;
  }

  /** Releases the memory once work in flight is done with it; views of it become unusable. Closing a view does nothing. */
  @Override
  void close();
}
