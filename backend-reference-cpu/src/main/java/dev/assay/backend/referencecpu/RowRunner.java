package dev.assay.backend.referencecpu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

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
    Runnable worker = () -> {
      for (long i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        try {
          row.accept(i);
        } catch (Throwable failed) {
          next.set(count);
          throw failed;
        }
      }
    };
    List<ForkJoinTask<?>> tasks = new ArrayList<>();
    for (int i = 1; i < Math.min(workers, count); i++) {
      tasks.add(pool.submit(worker));
    }
    Throwable first = null;
    try {
      worker.run();
    } catch (Throwable failed) {
      first = failed;
    }
    for (ForkJoinTask<?> task : tasks) {
      try {
        task.get();
      } catch (ExecutionException failed) {
        first = first == null && failed.getCause() != null ? failed.getCause() : first;
      } catch (InterruptedException | CancellationException stopped) {
        first = first == null ? stopped : first;
      }
    }
    rethrow(first);
  }

  private static void rethrow(@org.jspecify.annotations.Nullable Throwable failed) {
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
