package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import org.jspecify.annotations.Nullable;

/**
 * The one place that decides where a barrier stands: before a dispatch that touches bytes which something since the last
 * barrier touched, one of the two writing. It remembers a fixed number of ranges; when they do not suffice it asks for a
 * barrier rather than for memory. Not thread-safe.
 */
final class HazardTracker {
  static final int CAPACITY = 64;

  private final @Nullable SupportBuffer[] buffers = new SupportBuffer[CAPACITY];
  private final long[] starts = new long[CAPACITY];
  private final long[] ends = new long[CAPACITY];
  private final boolean[] written = new boolean[CAPACITY];
  private int size;
  private boolean saturated;

  /** Whether a dispatch with these views needs a barrier; remembers its ranges from here on. */
  boolean barrierBefore(BakedDispatch record, @Nullable BufferView[] views) {
    boolean barrier = saturated || size + views.length > CAPACITY || conflicts(record, views);
    if (barrier) {
      clear();
    }
    for (int i = 0; i < views.length; i++) {
      BufferView view = views[i];
      if (view != null) {
        add((SupportBuffer) view.buffer(), view.offsetBytes(),
            view.offsetBytes() + record.rules().touchedBytes(i, view),
            record.rules().writes(i));
      }
    }
    return barrier;
  }

  /** Forgets everything: a barrier was encoded. */
  void clear() {
    size = 0;
    saturated = false;
  }

  /** The next dispatch needs a barrier whatever it touches. */
  void saturate() {
    saturated = true;
  }

  private boolean conflicts(BakedDispatch record, @Nullable BufferView[] views) {
    for (int i = 0; i < views.length; i++) {
      BufferView view = views[i];
      if (view != null && conflicts((SupportBuffer) view.buffer(), view.offsetBytes(),
          view.offsetBytes() + record.rules().touchedBytes(i, view), record.rules().writes(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean conflicts(SupportBuffer buffer, long start, long end, boolean writes) {
    for (int i = 0; i < size; i++) {
      SupportBuffer other = buffers[i];
      if ((writes || written[i]) && other != null) {
        boolean overlap =
            buffer == other ? start < ends[i] && starts[i] < end : buffer.mayOverlap(other);
        if (overlap) {
          return true;
        }
      }
    }
    return false;
  }

  private void add(SupportBuffer buffer, long start, long end, boolean writes) {
    if (size == CAPACITY) {
      saturated = true;
      return;
    }
    if (end > start) {
      buffers[size] = buffer;
      starts[size] = start;
      ends[size] = end;
      written[size] = writes;
      size++;
    }
  }
}
