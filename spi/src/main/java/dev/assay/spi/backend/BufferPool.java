package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * Memory that is lent out again and again. A lease is a buffer of its own: closing it gives the memory back once no work
 * in flight uses it, and every later use of that lease is an error, also while the memory serves another one. The
 * content of a new lease is undefined. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface BufferPool extends AutoCloseable {
  /** A buffer of {@code lengthBytes} until it is closed. */
  Buffer lease(long lengthBytes, String label);

  /** Bytes of memory that the pool holds, lent out or not. */
  long heldBytes();

  /** Releases what is not lent out, and each lease's memory when the lease is closed. */
  @Override
  void close();
}
