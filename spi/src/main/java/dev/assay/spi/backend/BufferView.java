package dev.assay.spi.backend;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import org.apiguardian.api.API;

/**
 * A typed window on a buffer: what is bound to a parameter. Offset and length travel together everywhere, and the
 * element type is part of it, so that bf16 data is not read as f16.
 *
 * @param buffer the memory
 * @param dtype the element type
 * @param offsetBytes the start, a multiple of the element's size
 * @param count the number of elements
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record BufferView(Buffer buffer, DType dtype, long offsetBytes, long count) {
  /** Checks alignment and range. */
  public BufferView {
    long room = buffer.lengthBytes();
    if (offsetBytes < 0 || offsetBytes > room || count < 0
        || count > (room - offsetBytes) / dtype.sizeBytes()) {
      throw new InvalidCallException(
          Problem.of(Codes.BUFFER_RANGE, "the view reaches outside buffer '" + buffer.label() + "'")
              .expected("within " + room + " bytes",
                  count + " elements of " + dtype + " from byte " + offsetBytes));
    }
    if (offsetBytes % dtype.sizeBytes() != 0) {
      throw new InvalidCallException(Problem
          .of(Codes.BUFFER_RANGE, "the view of buffer '" + buffer.label() + "' is not aligned")
          .expected("an offset that is a multiple of " + dtype.sizeBytes(),
              offsetBytes + " bytes"));
    }
  }

  /** Length in bytes. */
  public long lengthBytes() {
    return count * dtype.sizeBytes();
  }

  /** The part of {@code elements} elements from element {@code start}. */
  public BufferView slice(long start, long elements) {
    if (start < 0 || start > count || elements < 0 || elements > count - start) {
      throw new InvalidCallException(
          Problem
              .of(Codes.BUFFER_RANGE,
                  "the slice reaches outside its view of buffer '" + buffer.label() + "'")
              .expected("within " + count + " elements", elements + " elements from " + start));
    }
    return new BufferView(buffer, dtype, offsetBytes + start * dtype.sizeBytes(), elements);
  }

  /** Whether both share at least one byte. */
  public boolean overlaps(BufferView other) {
    // An empty view shares nothing, not even when it lies inside the other.
    return count > 0 && other.count > 0
        && buffer.equals(other.buffer)
        && offsetBytes < other.offsetBytes + other.lengthBytes()
        && other.offsetBytes < offsetBytes + lengthBytes();
  }

  /** A copy of the content on the Java heap. */
  public Elements read() {
    Elements content = Elements.zeros(dtype, count);
    buffer.read(offsetBytes, content.memory());
    return content;
  }

  /** Replaces the content by elements of the same type and number. */
  public void write(Elements content) {
    if (content.dtype() != dtype || content.length() != count) {
      throw new InvalidCallException(
          Problem
              .of(Codes.BIND_TYPE,
                  "content of another type or length for a view of buffer '" + buffer.label() + "'")
              .expected(count + " elements of " + dtype,
                  content.length() + " elements of " + content.dtype()));
    }
    buffer.write(offsetBytes, content.memory());
  }

  @Override
  public String toString() {
    return buffer.label() + "[" + dtype + " x " + count + " at byte " + offsetBytes + "]";
  }
}
