package dev.assay.backend.support;

import dev.assay.spi.backend.DeviceProfile;

/** Places constants in one memory, each at a multiple of its alignment and none over another. */
final class ConstantAllocator {
  // The widest alignment of a constant.
  private static final int WIDEST_BYTES = 16;

  private final int alignment;
  private final long largest;
  private long end;

  ConstantAllocator(DeviceProfile.Memory memory) {
    this.alignment = Math.max(WIDEST_BYTES, memory.constantOffsetMultiple());
    this.largest = memory.largestSegmentOffset();
  }

  /** The offset of the next constant of this size. */
  long place(long sizeBytes) {
    long offset = end;
    long next = Math.addExact(offset, Math.ceilDiv(sizeBytes, alignment) * alignment);
    if (next > largest) {
      throw new IllegalStateException("constants of one segment reach beyond byte " + largest);
    }
    end = next;
    return offset;
  }

  /** The size of the memory that holds everything placed. */
  long sizeBytes() {
    return end;
  }
}
