package dev.assay.backend.metal.host;

import java.util.Arrays;

/** A set of 64-bit positions, kept as ranges that neither overlap nor touch, in ascending order. Not thread-safe. */
final class RangeSet {
  private static final int FIRST_CAPACITY = 8;

  private long[] starts = new long[FIRST_CAPACITY];
  private long[] ends = new long[FIRST_CAPACITY];
  private int size;

  /** Whether a position from {@code start} to before {@code end} is in the set. */
  boolean overlaps(long start, long end) {
    int first = firstEndingAfter(start);
    return start < end && first < size && starts[first] < end;
  }

  /** Whether the two have a position in common. */
  boolean overlaps(RangeSet other) {
    for (int i = 0; i < size; i++) {
      if (other.overlaps(starts[i], ends[i])) {
        return true;
      }
    }
    return false;
  }

  /** Adds the positions from {@code start} to before {@code end}. */
  void add(long start, long end) {
    if (start >= end) {
      return;
    }
    // All ranges from first to before last merge with the new one: they end at its start or later and start at its end
    // or earlier.
    int first = firstEndingAfter(start - 1);
    int last = first;
    long from = start;
    long to = end;
    while (last < size && starts[last] <= end) {
      from = Math.min(from, starts[last]);
      to = Math.max(to, ends[last]);
      last++;
    }
    replace(first, last);
    starts[first] = from;
    ends[first] = to;
  }

  /** Makes exactly one place of those from {@code first} to before {@code last}. */
  private void replace(int first, int last) {
    int grown = size + 1 - (last - first);
    if (grown > starts.length) {
      starts = Arrays.copyOf(starts, 2 * grown);
      ends = Arrays.copyOf(ends, 2 * grown);
    }
    System.arraycopy(starts, last, starts, first + 1, size - last);
    System.arraycopy(ends, last, ends, first + 1, size - last);
    size = grown;
  }

  /** The first range whose end lies after {@code position}, or the size. */
  private int firstEndingAfter(long position) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
