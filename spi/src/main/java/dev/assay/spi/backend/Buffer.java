package dev.assay.spi.backend;

import dev.assay.spi.data.DType;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Device memory. Host access copies and is an error while work in flight uses the buffer. Thread-safe. Closing a
 * buffer in flight defers the release; every later use is an error.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Buffer extends AutoCloseable {
  /** Names the buffer in messages. */
  String label();

  /** Length in bytes, fixed. */
  long lengthBytes();

  /** The backend that made it. */
  Backend owner();

  /** Whether {@link #close()} was called. */
  boolean isClosed();

  /** Copies {@code target.byteSize()} bytes from {@code offsetBytes} into host memory. */
  void read(long offsetBytes, MemorySegment target);

  /** Copies {@code source.byteSize()} bytes of host memory to {@code offsetBytes}. */
  void write(long offsetBytes, MemorySegment source);

  /**
   * Hands the memory itself to {@code action}, without a copy where the device shares it with the host. The segment is
   * valid during the call only; until it returns, committing work that uses this buffer is an error.
   */
  <T extends @Nullable Object> T map(Function<MemorySegment, T> action);

  /** The whole buffer as elements of this type; a rest smaller than an element is left out. */
  default BufferView view(DType dtype) {
    return new BufferView(this, dtype, 0, lengthBytes() / dtype.sizeBytes());
  }

  /** {@code count} elements of this type from {@code offsetBytes}. */
  default BufferView view(DType dtype, long offsetBytes, long count) {
    return new BufferView(this, dtype, offsetBytes, count);
  }

  @Override
  void close();
}
