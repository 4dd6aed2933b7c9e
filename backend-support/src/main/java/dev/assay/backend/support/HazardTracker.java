package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The one place that decides where a barrier stands: before a dispatch that touches bytes which something since the last
 * barrier touched, one of the two writing. It remembers a fixed number of ranges; when they do not suffice it asks for a
 * barrier rather than for memory. Not thread-safe.
 */
final class HazardTracker {
  static final int CAPACITY = 64;

  // What was read stands from the start on, what was written from the end on, so that a read is compared with writes alone.
  private final @Nullable SupportBuffer[] buffers = new SupportBuffer[CAPACITY];
  private final long[] starts = new long[CAPACITY];
  private final long[] ends = new long[CAPACITY];
  // Bits of all that was read and of all that was written: where none is in common there is nothing to compare.
  private long readBits;
  private long writeBits;
  private int reads;
  private int writes = CAPACITY;
  private boolean saturated;

  /** Whether a dispatch with these views needs a barrier; remembers its ranges from here on. */
  boolean barrierBefore(ViewRules rules, @Nullable BufferView[] views) {
    int[] places = rules.signature().buffers();
    boolean barrier = saturated || writes - reads < places.length || conflicts(rules, views);
    if (barrier) {
      clear();
    }
    for (int place : places) {
      BufferView view = views[place];
      if (view != null) {
        add((SupportBuffer) view.buffer(), view.offsetBytes(),
            view.offsetBytes() + rules.touchedBytes(place), rules.writes(place));
      }
    }
    return barrier;
  }

  /** Forgets everything: a barrier was encoded. */
  void clear() {
    readBits = 0;
    writeBits = 0;
    reads = 0;
    writes = CAPACITY;
    saturated = false;
  }

  /** The same, and lets go of the buffers. */
  void reset() {
    clear();
    Arrays.fill(buffers, null);
  }

  /** The next dispatch needs a barrier whatever it touches. */
  void saturate() {
    saturated = true;
  }

  private boolean conflicts(ViewRules rules, @Nullable BufferView[] views) {
    for (int place : rules.signature().buffers()) {
      BufferView view = views[place];
      if (view != null) {
        SupportBuffer buffer = (SupportBuffer) view.buffer();
        long start = view.offsetBytes();
        long end = start + rules.touchedBytes(place);
        long bits = buffer.bits();
        if (((writeBits & bits) != 0 && conflicts(buffer, start, end, writes, CAPACITY))
            || ((readBits & bits) != 0 && rules.writes(place)
                && conflicts(buffer, start, end, 0, reads))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean conflicts(SupportBuffer buffer, long start, long end, int from, int to) {
    for (int i = from; i < to; i++) {
      SupportBuffer other = buffers[i];
      if (buffer == other
          ? start < ends[i] && starts[i] < end
          : other != null && buffer.mayOverlap(other)) {
        return true;
      }
    }
    return false;
  }

  private void add(SupportBuffer buffer, long start, long end, boolean written) {
    if (end == start) {
      return;
    }
    if (reads == writes) {
      saturated = true;
      return;
    }
    int place;
    if (written) {
      place = --writes;
      writeBits |= buffer.bits();
    } else {
      place = reads++;
      readBits |= buffer.bits();
    }
    if (buffers[place] != buffer) {
      buffers[place] = buffer;
    }
    starts[place] = start;
    ends[place] = end;
  }
}
