package dev.assay.spi.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.apiguardian.api.API;

/**
 * Copies memory, and does nothing else. Everything here copies with it and not with {@link MemorySegment#copyFrom} or
 * {@link MemorySegment#copy(MemorySegment, long, MemorySegment, long, long)}: these move fewer than 64 bytes in a loop of
 * their own, of which the JVM's optimizing compiler (seen in 25.0.3) loses every second step where the targets were
 * arrays of one kind and now and then of another, say {@code float[]} and {@code byte[]}. The array then keeps zeros and
 * nobody says so. Whoever reads results into arrays by other ways should do the same.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Bytes {
  private Bytes() {}

  /**
   * Copies {@code lengthBytes} bytes; where both overlap, as if through memory of its own.
   *
   * @throws IndexOutOfBoundsException where a range is not within its segment
   * @throws IllegalArgumentException  where the target is read-only
   * @throws IllegalStateException     where the memory of one is gone
   * @throws WrongThreadException      where one belongs to another thread
   */
  public static void copy(MemorySegment source, long sourceOffset, MemorySegment target,
      long targetOffset, long lengthBytes) {
    // With element layouts the JDK makes one call that moves memory, whatever the length; bytes have no alignment.
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, sourceOffset, target, ValueLayout.JAVA_BYTE,
        targetOffset, lengthBytes);
  }

  /** Copies the whole source to the start of the target. */
  public static void copy(MemorySegment source, MemorySegment target) {
    copy(source, 0, target, 0, source.byteSize());
  }
}
