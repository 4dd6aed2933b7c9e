package dev.assay.backend.support;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The submissions in flight that use one buffer, by queue. Submissions of one queue run in order; between queues nothing
 * is ordered, so one that writes may not meet any other. Guarded by the buffer.
 */
final class QueueUses {
  /** One queue's submissions; taken over by another queue when there are none. */
  private static final class Entry {
    SupportQueue queue;
    int uses;
    int writes;

    Entry(SupportQueue queue) {
      this.queue = queue;
    }
  }

  // Nearly always one.
  private final List<Entry> entries = new ArrayList<>(1);
  private int total;

  int total() {
    return total;
  }

  void begin(SupportQueue queue) {
    total++;
    entry(queue).uses++;
  }

  void end(SupportQueue queue) {
    total--;
    entry(queue).uses--;
  }

  /** A submission that has begun here writes as well. */
  void beginWrite(SupportQueue queue) {
    entry(queue).writes++;
  }

  void endWrite(SupportQueue queue) {
    entry(queue).writes--;
  }

  /** Another queue with a submission that this use must not meet, or null. */
  @Nullable
  SupportQueue conflict(SupportQueue queue, boolean writes) {
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry.queue != queue && (entry.writes > 0 || (writes && entry.uses > 0))) {
        return entry.queue;
      }
    }
    return null;
  }

  private Entry entry(SupportQueue queue) {
    Entry idle = null;
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry.queue == queue) {
        return entry;
      }
      idle = entry.uses == 0 ? entry : idle;
    }
    if (idle == null) {
      idle = new Entry(queue);
      entries.add(idle);
    }
    idle.queue = queue;
    return idle;
  }
}
