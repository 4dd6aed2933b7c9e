package dev.assay.backend.referencecpu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Runs independent rows on all cores: each worker takes the next row that nobody has. */
final class RowRunner implements AutoCloseable {
  private final int workers;
  private final ForkJoinPool pool;

  RowRunner(int workers) {
    this.workers = workers;
    this.pool = new ForkJoinPool(workers);
  }

  /** Runs {@code row} for 0 ≤ index < count and waits; the first error of a row is rethrown after all have stopped. */
  void run(long count, LongConsumer row) {
    if (count <= 1 || workers == 1) {
      for (long i = 0; i < count; i++) {
        row.accept(i);
      }
      return;
    }
    AtomicLong next = new AtomicLong();
    // Kept here rather than thrown by the task: a fork-join task rethrows a copy, without the message.
    AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
    Runnable worker = () -> {
      try {
        for (long i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
          row.accept(i);
        }
      } catch (Throwable failed) {
        first.compareAndSet(null, failed);
        next.set(count);
      }
    };
    List<ForkJoinTask<?>> tasks = new ArrayList<>();
    for (int i = 1; i < Math.min(workers, count); i++) {
      tasks.add(pool.submit(worker));
    }
    worker.run();
    tasks.forEach(ForkJoinTask::join);
    rethrow(first.get());
  }

  private static void rethrow(@Nullable Throwable failed) {
    switch (failed) {
      case null -> {}
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      default -> throw new IllegalStateException(failed);
    }
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
