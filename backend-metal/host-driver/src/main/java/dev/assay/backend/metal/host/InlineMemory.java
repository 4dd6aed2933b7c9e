package dev.assay.backend.metal.host;

import dev.assay.spi.data.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Copies of inline bytes, in blocks that the garbage collector frees with their command buffer. Between two copies lies
 * what belongs to nobody, so that a read past the one does not meet the other. Not thread-safe.
 */
final class InlineMemory {
  private static final int BLOCK = 32_768;
  private static final int ALIGNMENT = 64;
  private static final byte POISON = (byte) 0xFF;

  private @Nullable MemorySegment block;
  private long used;

  /** A copy of the first {@code lengthBytes}, at most 4,096. */
  MemorySegment copy(MemorySegment bytes, long lengthBytes) {
    MemorySegment current = block;
    if (current == null || used + lengthBytes > BLOCK) {
      current = Arena.ofAuto().allocate(BLOCK, ALIGNMENT).fill(POISON);
      block = current;
      used = 0;
    }
    MemorySegment copy = current.asSlice(used, lengthBytes);
    Bytes.copy(bytes, 0, copy, 0, lengthBytes);
    used = (used + lengthBytes + 2 * ALIGNMENT - 1) & -ALIGNMENT;
    return copy;
  }
}
