package dev.assay.backend.referencecpu;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.data.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Memory outside the Java heap, poisoned so that a value nobody wrote is NaN or −1 and not a plausible zero. */
final class ReferenceMemory implements DevicePort.Memory {
  private static final byte POISON = (byte) 0xFF;
  private static final int ALIGNMENT_BYTES = 64;

  // Null for memory that belongs to somebody else.
  private final @Nullable Arena arena;
  private final MemorySegment segment;

  @SuppressWarnings("MustBeClosedChecker") // release() closes it
  ReferenceMemory(long lengthBytes) {
    Arena own = Arena.ofShared();
    try {
      segment = own.allocate(lengthBytes, ALIGNMENT_BYTES).fill(POISON);
    } catch (Throwable refused) {
      own.close();
      throw refused;
    }
    arena = own;
  }

  ReferenceMemory(MemorySegment wrapped) {
    segment = wrapped;
    arena = null;
  }

  MemorySegment segment(long offsetBytes, long lengthBytes) {
    return segment.asSlice(offsetBytes, lengthBytes);
  }

  @Override
  public void read(long offsetBytes, MemorySegment target) {
    Bytes.copy(segment, offsetBytes, target, 0, target.byteSize());
  }

  @Override
  public void write(long offsetBytes, MemorySegment source) {
    Bytes.copy(source, 0, segment, offsetBytes, source.byteSize());
  }

  @Override
  public MemorySegment map() {
    return segment;
  }

  @Override
  public void release() {
    if (arena != null) {
      arena.close();
    }
  }
}
