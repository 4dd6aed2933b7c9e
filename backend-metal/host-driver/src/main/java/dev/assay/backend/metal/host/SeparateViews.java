package dev.assay.backend.metal.host;

import dev.assay.msl.exec.BoundBuffer;
import dev.assay.spi.data.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The views of one dispatch, those that lie side by side copied to places apart: an access past the end of one then meets
 * memory that belongs to nobody, and not its neighbour. Views that share bytes go on sharing them.
 */
final class SeparateViews implements AutoCloseable {
  /** What is farther away than this stays where it is. */
  private static final long GAP = 4096;

  /** Copies keep their address by this modulus, and so every alignment that a type can ask for. */
  private static final long ALIGNMENT = 256;

  private final List<BoundBuffer> views = new ArrayList<>();
  private final List<Copy> copies = new ArrayList<>();
  private @Nullable Arena arena;

  /** Bytes that were moved, and where they came from if some view writes them. */
  private record Copy(MemorySegment original, MemorySegment moved, boolean written) {}

  SeparateViews(List<BoundBuffer> bound) {
    List<BoundBuffer> sorted = new ArrayList<>(bound);
    sorted.sort(Comparator.comparingLong(SeparateViews::start));
    List<List<BoundBuffer>> groups = groups(sorted);
    for (int i = 0; i < groups.size(); i++) {
      boolean near = (i > 0 && start(groups.get(i)) - end(groups.get(i - 1)) < GAP)
          || (i + 1 < groups.size() && start(groups.get(i + 1)) - end(groups.get(i)) < GAP);
      if (near) {
        move(groups.get(i));
      } else {
        views.addAll(groups.get(i));
      }
    }
  }

  /** Views that overlap stand in one group. */
  private static List<List<BoundBuffer>> groups(List<BoundBuffer> sorted) {
    List<List<BoundBuffer>> groups = new ArrayList<>();
    for (BoundBuffer view : sorted) {
      if (groups.isEmpty() || start(view) >= end(groups.getLast())) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(view);
    }
    return groups;
  }

  private void move(List<BoundBuffer> group) {
    long start = start(group);
    long length = end(group) - start;
    MemorySegment moved = arena().allocate(GAP + length + GAP, ALIGNMENT)
        .asSlice(GAP + start % ALIGNMENT, length);
    for (BoundBuffer view : group) {
      MemorySegment place = moved.asSlice(start(view) - start, view.memory().byteSize());
      Bytes.copy(view.memory(), place);
      copies.add(new Copy(view.memory(), place, view.access().writes()));
      views.add(new BoundBuffer(view.index(), view.parameter(), place, view.access()));
    }
  }

  @SuppressWarnings("MustBeClosedChecker") // close() does
  private Arena arena() {
    Arena opened = arena;
    if (opened == null) {
      opened = Arena.ofShared();
      arena = opened;
    }
    return opened;
  }

  /** What to run on. */
  List<BoundBuffer> views() {
    return views;
  }

  /** The kernel has run to its end: brings back what it wrote. */
  void finish() {
    for (Copy copy : copies) {
      if (copy.written) {
        Bytes.copy(copy.moved, copy.original);
      }
    }
  }

  @Override
  public void close() {
    if (arena != null) {
      arena.close();
    }
  }

  private static long start(BoundBuffer view) {
    return view.memory().address();
  }

  private static long start(List<BoundBuffer> group) {
    return start(group.getFirst());
  }

  private static long end(List<BoundBuffer> group) {
    return group.stream()
        .mapToLong(view -> start(view) + view.memory().byteSize())
        .max()
        .orElseThrow();
  }
}
