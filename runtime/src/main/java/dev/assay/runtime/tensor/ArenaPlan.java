package dev.assay.runtime.tensor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Places the intermediates of a program in one arena: two of them share bytes only when no call uses both, in time or at
 * once. Large ones are placed first, each at the lowest offset where it fits (greedy by size; Pisarchyk and Lee,
 * "Efficient Memory Management for Deep Neural Net Inference", 2020).
 */
final class ArenaPlan {
  /** What every device aligns buffer offsets to at most. */
  static final int ALIGNMENT_BYTES = 256;

  private final long sizeBytes;

  /** Places these memories, each of which some call uses. */
  ArenaPlan(List<RecordedMemory> memories) {
    List<RecordedMemory> bySize = new ArrayList<>(memories);
    bySize.sort(Comparator.comparingLong(RecordedMemory::lengthBytes)
        .reversed()
        .thenComparingInt(RecordedMemory::firstUse));
    List<RecordedMemory> placed = new ArrayList<>();
    long end = 0;
    for (RecordedMemory memory : bySize) {
      long offset = lowest(memory, placed);
      memory.place(offset);
      placed.add(memory);
      end = Math.max(end, offset + aligned(memory.lengthBytes()));
    }
    this.sizeBytes = end;
  }

  /** The size of the arena. */
  long sizeBytes() {
    return sizeBytes;
  }

  static long aligned(long bytes) {
    return Math.ceilDiv(Math.max(1, bytes), ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
  }

  private static long lowest(RecordedMemory memory, List<RecordedMemory> placed) {
    List<RecordedMemory> busy = placed.stream()
        .filter(
            other -> other.firstUse() <= memory.lastUse() && memory.firstUse() <= other.lastUse())
        .sorted(Comparator.comparingLong(RecordedMemory::arenaOffset))
        .toList();
    long offset = 0;
    for (RecordedMemory other : busy) {
      if (offset + aligned(memory.lengthBytes()) <= other.arenaOffset()) {
        break;
      }
      offset = Math.max(offset, other.arenaOffset() + aligned(other.lengthBytes()));
    }
    return offset;
  }
}
