package dev.assay.backend.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The buffers that one submission uses, and which of them it writes. Collected by the encoder, then unchanged until cleared. */
final class BufferUses {
  private static final AtomicLong IDS = new AtomicLong();

  private long id = IDS.incrementAndGet();
  private final List<SupportBuffer> used = new ArrayList<>();
  private final List<SupportBuffer> written = new ArrayList<>();

  /** Tells these uses from others; never 0. */
  long id() {
    return id;
  }

  /** Forgets everything; from now on these are other uses. */
  void clear() {
    used.clear();
    written.clear();
    id = IDS.incrementAndGet();
  }

  void add(SupportBuffer buffer, boolean writes) {
    if (buffer.countFor(id)) {
      used.add(buffer);
    }
    if (writes && buffer.countWriteFor(id)) {
      written.add(buffer);
    }
  }

  /** Keeps them all busy, or none where one is closed, mapped, or in use by another queue in a way that conflicts. */
  void begin(String submission, SupportQueue queue) {
    int begun = 0;
    int writing = 0;
    try {
      for (; begun < used.size(); begun++) {
        used.get(begun).beginUse(submission, queue);
      }
      for (; writing < written.size(); writing++) {
        written.get(writing).beginWrite(submission, queue);
      }
    } catch (RuntimeException refused) {
      end(queue, begun, writing);
      throw refused;
    }
  }

  /** Lets go of them all. */
  void end(SupportQueue queue) {
    end(queue, used.size(), written.size());
  }

  private void end(SupportQueue queue, int begun, int writing) {
    for (int i = 0; i < writing; i++) {
      written.get(i).endWrite(queue);
    }
    RuntimeException first = null;
    for (int i = 0; i < begun; i++) {
      try {
        used.get(i).endUse(queue);
      } catch (RuntimeException refused) {
        // The device does not take one back: the others must not stay busy for that.
        first = first == null ? refused : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
