package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Foundation;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Keeps buffers where the device can reach them when only indirect commands name them: in one residency set on every
 * queue, or, on systems without such sets, by naming each buffer to the encoder that executes the commands. Direct
 * bindings need neither. Thread-safe.
 */
final class Residency implements AutoCloseable {
  private final ObjectiveC objc;
  private final @Nullable Owned set;
  // Guarded by this.
  private boolean changed;

  private Residency(ObjectiveC objc, @Nullable Owned set) {
    this.objc = objc;
    this.set = set;
  }

  /** Every buffer is named to the encoder. */
  static Residency byUse(ObjectiveC objc) {
    return new Residency(objc, null);
  }

  /** All buffers are in one set. */
  static Residency bySet(ObjectiveC objc, Foundation foundation, long device) {
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined();
        Owned descriptor = objc.newObject("MTLResidencySetDescriptor")) {
      MemorySegment error = Foundation.out(arena);
      Owned set = objc.own(Messages.NEW_RESIDENCY_SET,
          objc.send(Messages.NEW_RESIDENCY_SET, device, descriptor.id(), error.address()));
      if (set == null) {
        throw Refusal.nil("residency set", "opening the device",
            foundation.describe(Foundation.in(error)));
      }
      return new Residency(objc, set);
    }
  }

  /**
   * Whether indirect commands find their buffers by the set alone. Residency is not order: Metal then does not see what
   * they touch, and submissions need a fence between them.
   */
  boolean isBySet() {
    return set != null;
  }

  /** Puts the set on a queue; called with a pool open. */
  void attach(long queue) {
    if (set != null) {
      objc.tell(Messages.QUEUE_RESIDENCY, queue, set.id());
    }
  }

  /** A buffer was made; called with no pool open, since it may wait. */
  synchronized void add(long buffer) {
    if (set != null) {
      try (Pool _ = objc.openPool()) {
        objc.tell(Messages.ADD_ALLOCATION, set.id(), buffer);
      }
      changed = true;
    }
  }

  /** A buffer goes away; called with no pool open, since it may wait. */
  synchronized void remove(long buffer) {
    if (set != null) {
      try (Pool _ = objc.openPool()) {
        objc.tell(Messages.REMOVE_ALLOCATION, set.id(), buffer);
        // At once: until then the set keeps the buffer's memory.
        objc.tell(Messages.COMMIT_RESIDENCY, set.id());
      }
    }
  }

  /** Makes changes count, before work that needs them is committed; called with no pool open, since it may wait. */
  synchronized void commit() {
    if (set != null && changed) {
      try (Pool _ = objc.openPool()) {
        objc.tell(Messages.COMMIT_RESIDENCY, set.id());
        objc.tell(Messages.REQUEST_RESIDENCY, set.id());
      }
      changed = false;
    }
  }

  @Override
  public void close() {
    if (set != null) {
      set.close();
    }
  }
}
