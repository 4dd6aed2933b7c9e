package dev.assay.msl.exec;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What a checked build remembers of one region of memory: which bytes were written, and who accessed
 * each word and byte last. All zero at first; pages take memory when touched.
 */
final class Shadow implements AutoCloseable {
  private static final long HISTORY = 16;

  private static final long ALL_WRITTEN = 0x0101010101010101L;

  private final long regionBytes;
  private final long bytes;
  private final long address;
  private final long words;
  private final long flagBytes;

  Shadow(long regionBytes) {
    this.regionBytes = regionBytes;
    this.words = (regionBytes + 7) / 4;
    // Written flags, then a history for each word, then one for each byte.
    this.bytes = align(regionBytes) + words * HISTORY + Math.max(1, regionBytes) * HISTORY;
    this.address = Native.reserveInLargePages(bytes);
    this.flagBytes = align(regionBytes);
    if (address == 0) {
      throw new ResourceException(
          Problem.of(Codes.OUT_OF_MEMORY, "no address space to check a buffer")
              .expected(bytes + " bytes", "none"));
    }
  }

  long written() {
    return address;
  }

  long wordHistory() {
    return address + flagBytes;
  }

  long byteHistory() {
    return address + flagBytes + words * HISTORY;
  }

  /** The first byte from {@code from} on that nobody wrote, or -1. */
  long firstUnwritten(long from) {
    MemorySegment flags = flags();
    long at = from;
    while (at < regionBytes) {
      boolean whole = at % Long.BYTES == 0 && at + Long.BYTES <= regionBytes
          && flags.get(ValueLayout.JAVA_LONG, at) == ALL_WRITTEN;
      if (!whole && flags.get(ValueLayout.JAVA_BYTE, at) == 0) {
        return at;
      }
      at += whole ? Long.BYTES : 1;
    }
    return -1;
  }

  boolean isWritten(long offset) {
    return flags().get(ValueLayout.JAVA_BYTE, offset) != 0;
  }

  @SuppressWarnings("restricted")
  private MemorySegment flags() {
    return MemorySegment.ofAddress(address).reinterpret(flagBytes);
  }

  private static long align(long bytes) {
    return (bytes + HISTORY - 1) & -HISTORY;
  }

  @Override
  public void close() {
    Native.release(address, bytes);
  }
}
