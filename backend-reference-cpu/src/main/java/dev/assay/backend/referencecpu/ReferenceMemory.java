package dev.assay.backend.referencecpu;

import dev.assay.backend.support.DevicePort;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory outside the Java heap, poisoned so that a value nobody wrote is NaN or −1 and not a plausible zero. */
final class ReferenceMemory implements DevicePort.Memory {
  private static final byte POISON = (byte) 0xFF;
  private static final int ALIGNMENT_BYTES = 64;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;

  ReferenceMemory(long lengthBytes) {
    try {
      segment = arena.allocate(lengthBytes, ALIGNMENT_BYTES).fill(POISON);
    } catch (Throwable refused) {
      arena.close();
      throw refused;
    }
  }

  MemorySegment segment(long offsetBytes, long lengthBytes) {
    return segment.asSlice(offsetBytes, lengthBytes);
  }

  @Override
  public void read(long offsetBytes, MemorySegment target) {
    MemorySegment.copy(segment, offsetBytes, target, 0, target.byteSize());
  }

  @Override
  public void write(long offsetBytes, MemorySegment source) {
    MemorySegment.copy(source, 0, segment, offsetBytes, source.byteSize());
  }

  @Override
  public void release() {
    arena.close();
  }
}
