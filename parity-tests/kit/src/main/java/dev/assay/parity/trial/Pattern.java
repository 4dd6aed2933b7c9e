package dev.assay.parity.trial;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Bytes for memory that nobody should write. */
enum Pattern {
  /** All bits set: NaN in every floating-point type, −1 in every signed one. What reads it spoils its result. */
  NAN {
    @Override
    byte at(long index) {
      return (byte) 0xFF;
    }
  },
  /** Another byte at each place, so that moved bytes show. */
  WRITTEN_BY_NOBODY {
    @Override
    byte at(long index) {
      return (byte) (0x5A + index * 0x3D + (index >> 8) * 0x11);
    }
  };

  abstract byte at(long index);

  void fill(MemorySegment memory) {
    for (long i = 0; i < memory.byteSize(); i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, at(i));
    }
  }
}
