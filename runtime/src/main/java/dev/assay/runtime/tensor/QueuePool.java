package dev.assay.runtime.tensor;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.CommandQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lends each scope a queue of its own: a queue that has failed refuses everything after, and the failure of one scope
 * must not be another's. Thread-safe.
 */
final class QueuePool {
  private final Backend backend;
  private final ConcurrentLinkedQueue<CommandQueue> idle = new ConcurrentLinkedQueue<>();
  private final AtomicInteger made = new AtomicInteger();

  QueuePool(Backend backend) {
    this.backend = backend;
  }

  CommandQueue take() {
    CommandQueue queue = idle.poll();
    return queue == null ? backend.newQueue("tensors " + made.incrementAndGet()) : queue;
  }

  /** Takes back a queue on which nothing is in flight and nothing has failed. */
  void giveBack(CommandQueue queue) {
    idle.add(queue);
  }
}
