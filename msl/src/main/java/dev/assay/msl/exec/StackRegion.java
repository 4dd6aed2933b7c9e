package dev.assay.msl.exec;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.ResourceException;
import java.lang.foreign.MemorySegment;

/**
 * Stacks for the threads of one threadgroup, each as large as its alignment. The second page of
 * each is forbidden: what overflows a stack stops there. Belongs to one thread at a time.
 */
final class StackRegion implements AutoCloseable {
  private static final long PAGE = 4096;

  private final long mapping;
  private final long mappingBytes;
  private final long base;
  private final int count;

  StackRegion(int count, long stackBytes) {
    this.count = count;
    this.mappingBytes = (count + 1) * stackBytes;
    this.mapping = Native.reserve(mappingBytes);
    if (mapping == 0) {
      throw new ResourceException(
          Problem.of(Codes.OUT_OF_MEMORY, "no address space for the stacks of a threadgroup")
              .expected(mappingBytes + " bytes", "none"));
    }
    this.base = (mapping + stackBytes - 1) & -stackBytes;
    for (int i = 0; i < count; i++) {
      Native.forbid(base + i * stackBytes + PAGE, PAGE);
    }
  }

  int count() {
    return count;
  }

  MemorySegment address() {
    return MemorySegment.ofAddress(base);
  }

  @Override
  public void close() {
    Native.release(mapping, mappingBytes);
  }
}
