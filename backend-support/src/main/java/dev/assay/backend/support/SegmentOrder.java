package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which earlier commands of a segment each command waits for: those that touched the same bytes, one of the two writing.
 * A range that a later writer covers is forgotten, since whoever conflicts with it conflicts with that writer as well.
 * When the list is full the command waits for all before it, and whatever follows waits at least for that command. Not
 * thread-safe.
 */
final class SegmentOrder {
  static final int CAPACITY = 1024;

  /**
   * What a command waits for.
   *
   * @param barrier whether a barrier must stand before it where a device knows no other order: some command that it waits
   *     for comes after the last barrier
   * @param all whether it waits for every command before it
   * @param commands otherwise those that it waits for, ascending
   */
  record Waits(boolean barrier, boolean all, List<Integer> commands) {}

  private final @Nullable SupportBuffer[] buffers = new SupportBuffer[CAPACITY];
  private final long[] starts = new long[CAPACITY];
  private final long[] ends = new long[CAPACITY];
  private final boolean[] written = new boolean[CAPACITY];
  private final int[] commands = new int[CAPACITY];
  private int size;
  private int next;
  private int lastBarrier;
  // The last command that waits for all; none before it is remembered.
  private int floor = -1;

  /** What the next command waits for; remembers its ranges. */
  Waits next(BakedDispatch record, @Nullable BufferView[] views, boolean conservative) {
    int command = next++;
    Waits waits = size + views.length > CAPACITY
        ? afterAll(command)
        : waits(command, record, views, conservative);
    if (waits.barrier) {
      lastBarrier = command;
    }
    for (int i : record.rules().signature().buffers()) {
      BufferView view = views[i];
      if (view != null) {
        add(command, (SupportBuffer) view.buffer(), view.offsetBytes(),
            view.offsetBytes() + record.rules().touchedBytes(i), record.rules().writes(i));
      }
    }
    return waits;
  }

  private Waits afterAll(int command) {
    size = 0;
    floor = command;
    return new Waits(true, true, List.of());
  }

  private Waits waits(int command, BakedDispatch record, @Nullable BufferView[] views,
      boolean conservative) {
    TreeSet<Integer> found = new TreeSet<>();
    for (int i : record.rules().signature().buffers()) {
      BufferView view = views[i];
      if (view != null) {
        find(found, (SupportBuffer) view.buffer(), view.offsetBytes(),
            view.offsetBytes() + record.rules().touchedBytes(i), record.rules().writes(i));
      }
    }
    if (conservative && command > 0) {
      found.add(command - 1);
    }
    boolean barrier = !found.isEmpty() && found.last() >= lastBarrier;
    if (found.isEmpty() && floor >= 0) {
      found.add(floor);
    }
    return new Waits(barrier, false, List.copyOf(found));
  }

  private void find(Set<Integer> found, SupportBuffer buffer, long start, long end,
      boolean writes) {
    for (int i = 0; i < size; i++) {
      SupportBuffer other = buffers[i];
      if ((writes || written[i]) && other != null && (buffer == other
          ? start < ends[i] && starts[i] < end
          : buffer.mayOverlap(other))) {
        found.add(commands[i]);
      }
    }
  }

  private void add(int command, SupportBuffer buffer, long start, long end, boolean writes) {
    if (start == end) {
      return;
    }
    if (writes) {
      forgetCovered(command, buffer, start, end);
    }
    buffers[size] = buffer;
    starts[size] = start;
    ends[size] = end;
    written[size] = writes;
    commands[size] = command;
    size++;
  }

  private void forgetCovered(int command, SupportBuffer buffer, long start, long end) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      boolean covered = buffers[i] == buffer && commands[i] != command && start <= starts[i]
          && ends[i] <= end;
      if (!covered) {
        buffers[kept] = buffers[i];
        starts[kept] = starts[i];
        ends[kept] = ends[i];
        written[kept] = written[i];
        commands[kept] = commands[i];
        kept++;
      }
    }
    size = kept;
  }
}
