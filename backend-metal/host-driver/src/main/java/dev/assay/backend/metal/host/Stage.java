package dev.assay.backend.metal.host;

import dev.assay.msl.exec.BoundBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches between two barriers: the device may run them in any order and at once, so no two of them touch the same
 * bytes unless both only read. Not thread-safe.
 */
final class Stage {
  private final List<Encoded> dispatches = new ArrayList<>();
  private final RangeSet read = new RangeSet();
  private final RangeSet written = new RangeSet();

  /**
   * Two dispatches that nothing orders.
   *
   * @param place of the earlier one in the stage
   * @param what they both touch, in words
   */
  record Conflict(int place, Encoded earlier, String what) {}

  /** Adds a dispatch unless it conflicts with an earlier one. */
  @Nullable
  Conflict add(Encoded dispatch) {
    for (BoundBuffer bound : dispatch.bound()) {
      long start = bound.memory().address();
      long end = start + bound.memory().byteSize();
      if (written.overlaps(start, end)
          || (bound.access().writes() && read.overlaps(start, end))) {
        return conflict(dispatch);
      }
    }
    for (BoundBuffer bound : dispatch.bound()) {
      long start = bound.memory().address();
      (bound.access().writes() ? written : read).add(start, start + bound.memory().byteSize());
    }
    dispatches.add(dispatch);
    return null;
  }

  /** Whether the two touch the same bytes and one of them writes. */
  boolean conflictsWith(Stage other) {
    return written.overlaps(other.written) || written.overlaps(other.read)
        || read.overlaps(other.written);
  }

  /** Finds, pair by pair, the conflict that the ranges have shown to be there. */
  private Conflict conflict(Encoded later) {
    for (int i = dispatches.size() - 1; i >= 0; i--) {
      for (BoundBuffer before : dispatches.get(i).bound()) {
        for (BoundBuffer after : later.bound()) {
          if ((before.access().writes() || after.access().writes()) && overlap(before, after)) {
            return new Conflict(i, dispatches.get(i),
                name(later, after) + " " + use(after) + " what "
                    + dispatches.get(i).description() + " " + use(before) + " through "
                    + name(dispatches.get(i), before));
          }
        }
      }
    }
    throw new IllegalStateException("ranges overlap that belong to no dispatch of the stage");
  }

  private static boolean overlap(BoundBuffer a, BoundBuffer b) {
    long start = Math.max(a.memory().address(), b.memory().address());
    long end = Math.min(a.memory().address() + a.memory().byteSize(),
        b.memory().address() + b.memory().byteSize());
    return start < end;
  }

  private static String name(Encoded dispatch, BoundBuffer bound) {
    return "parameter '" + bound.parameter() + "' of " + dispatch.what();
  }

  private static String use(BoundBuffer bound) {
    return bound.access().writes() ? "writes" : "reads";
  }

  int size() {
    return dispatches.size();
  }

  /** In the order of encode. */
  List<Encoded> dispatches() {
    return Collections.unmodifiableList(dispatches);
  }
}
