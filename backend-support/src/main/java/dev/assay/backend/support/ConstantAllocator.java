package dev.assay.backend.support;

/** Places constants in one memory, each at a multiple of its alignment and none over another; offsets fit 32 bits. */
final class ConstantAllocator {
  /** What every device aligns buffer offsets to at most; also the widest alignment of a constant. */
  static final int ALIGNMENT_BYTES = 16;

  private static final long LARGEST = 0xFFFF_FFFFL;

  private long end;

  /** The offset of the next constant of this size. */
  long place(long sizeBytes) {
    long offset = end;
    long next = Math.addExact(offset, Math.ceilDiv(sizeBytes, ALIGNMENT_BYTES) * ALIGNMENT_BYTES);
    if (next > LARGEST) {
      throw new IllegalStateException("constants of one segment take over 4 GiB");
    }
    end = next;
    return offset;
  }

  /** The size of the memory that holds everything placed. */
  long sizeBytes() {
    return end;
  }
}
