package dev.assay.backend.support;

import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Memory in which a constant gets the fields of one run, used again and again by one encoder. Not thread-safe. */
final class ConstantScratch {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private MemorySegment memory = MemorySegment.ofArray(new byte[64]);

  void load(StructValue value) {
    int size = value.layout().sizeBytes();
    if (memory.byteSize() < size) {
      memory = MemorySegment.ofArray(new byte[2 * size]);
    }
    MemorySegment.copy(value.bytes(), 0, memory, 0, size);
  }

  /** Sets an integer field; the value is within bounds that fit its type. */
  void put(StructLayout.Field field, long value) {
    switch (field.dtype().sizeBytes()) {
      case 1 -> memory.set(ValueLayout.JAVA_BYTE, field.offsetBytes(), (byte) value);
      case 2 -> memory.set(SHORT, field.offsetBytes(), (short) value);
      case 4 -> memory.set(INT, field.offsetBytes(), (int) value);
      default -> memory.set(LONG, field.offsetBytes(), value);
    }
  }

  MemorySegment memory() {
    return memory;
  }
}
