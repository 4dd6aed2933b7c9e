package dev.assay.backend.support;

import dev.assay.spi.data.StructLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Memory in which a constant gets the fields of one run, used again and again by one encoder. Not thread-safe. */
final class ConstantScratch {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[64];
  private MemorySegment memory = MemorySegment.ofArray(bytes);

  void load(byte[] constant) {
    if (bytes.length < constant.length) {
      bytes = new byte[2 * constant.length];
      memory = MemorySegment.ofArray(bytes);
    }
    System.arraycopy(constant, 0, bytes, 0, constant.length);
  }

  /** Sets an integer field; the value is within bounds that fit its type. */
  void put(StructLayout.Field field, long value) {
    int offset = field.offsetBytes();
    switch (field.dtype().sizeBytes()) {
      case 1 -> bytes[offset] = (byte) value;
      case 2 -> SHORT.set(bytes, offset, (short) value);
      case 4 -> INT.set(bytes, offset, (int) value);
      default -> LONG.set(bytes, offset, value);
    }
  }

  MemorySegment memory() {
    return memory;
  }
}
