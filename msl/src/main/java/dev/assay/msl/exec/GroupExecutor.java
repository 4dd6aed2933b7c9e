package dev.assay.msl.exec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Spreads the threadgroups of a dispatch over cores: each takes the next few until none is left.
 * Shared freely; dispatches of several callers interleave.
 */
final class GroupExecutor implements AutoCloseable {
  static final int BINDINGS = 31;
  private static final int CHUNKS_PER_WORKER = 16;
  private static final int ALIGNMENT = 16;

  /** Bytes that belong to nobody after each threadgroup argument of a checked build. */
  private static final long GAP = 256;

  private final int workers;
  private final ExecutorService pool;
  private final ScheduledExecutorService clock;
  private final ConcurrentLinkedDeque<StackRegion> idleStacks = new ConcurrentLinkedDeque<>();

  GroupExecutor(int workers) {
    this.workers = workers;
    this.pool =
        Executors.newFixedThreadPool(
            Math.max(1, workers - 1), task -> daemon(task, "assay-msl-worker"));
    this.clock =
        Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "assay-msl-clock"));
  }

  /**
   * Runs a whole grid and returns when it is done, or when a checked build found a mistake.
   *
   * @param buffers addresses by binding index
   */
  Optional<CheckFailure> run(
      String kernel, KernelLibrary library, RunRequest request, MemorySegment buffers) {
    long groups = request.geometry().groups().product();
    if (groups == 0) {
      return Optional.empty();
    }
    if (library.isChecked()) {
      return runChecked(kernel, library, request, buffers, groups);
    }
    spread(groups, progress -> drain(library, request, buffers, progress, null));
    return Optional.empty();
  }

  private Optional<CheckFailure> runChecked(
      String kernel, KernelLibrary library, RunRequest request, MemorySegment buffers,
      long groups) {
    AtomicReference<@Nullable CheckFailure> failure = new AtomicReference<>();
    try (Arena arena = Arena.ofShared();
        CheckedRun checks = new CheckedRun(request.buffers(), arena)) {
      ScheduledFuture<?> limit =
          clock.schedule(checks::cancel, request.timeLimit().toNanos(), TimeUnit.NANOSECONDS);
      try {
        spread(
            groups,
            progress -> drain(library, request, buffers, progress, checks)
                .ifPresent(found -> failure.compareAndSet(null, found)));
      } finally {
        // Past this the flag's memory is gone; a cancellation under way has finished first.
        limit.cancel(false);
        awaitQuietly(limit);
      }
      if (failure.get() == null) {
        checks.requireWholeWrites(kernel);
      }
    }
    return Optional.ofNullable(failure.get());
  }

  /** The threadgroups of a run that no worker has taken yet. */
  private record Progress(AtomicLong next, long chunk, long groups) {
    long take() {
      return next.getAndAdd(chunk);
    }

    void stop() {
      next.set(groups);
    }
  }

  private static void awaitQuietly(ScheduledFuture<?> task) {
    if (!task.isCancelled()) {
      await(task, null);
    }
  }

  private void spread(long groups, Consumer<Progress> worker) {
    int hands = (int) Math.min(workers, groups);
    long chunk = Math.max(1, groups / ((long) hands * CHUNKS_PER_WORKER));
    Progress progress = new Progress(new AtomicLong(), chunk, groups);
    Runnable work = () -> worker.accept(progress);
    List<Future<?>> others = new ArrayList<>();
    for (int i = 1; i < hands; i++) {
      others.add(pool.submit(work));
    }
    RuntimeException failure = null;
    try {
      work.run();
    } catch (RuntimeException e) {
      failure = e;
    }
    // Every worker is waited for, also after a failure: they still use the caller's buffers.
    for (Future<?> other : others) {
      failure = await(other, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable RuntimeException await(
      Future<?> future, @Nullable RuntimeException failure) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          future.get();
          return failure;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          Throwable cause = e.getCause();
          RuntimeException found = Native.unexpected(cause == null ? e : cause);
          if (failure != null) {
            failure.addSuppressed(found);
            return failure;
          }
          return found;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Optional<CheckFailure> drain(
      KernelLibrary library,
      RunRequest request,
      MemorySegment buffers,
      Progress progress,
      @Nullable CheckedRun checks) {
    int stacksNeeded = library.stacks((int) request.geometry().threadsPerGroup().product());
    StackRegion stacks = borrow(stacksNeeded, library.stackBytes());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment threadgroupBuffers = arena.allocate(ValueLayout.ADDRESS, BINDINGS);
      List<Long> offsets = new ArrayList<>();
      long total = align(library.threadgroupBytes());
      for (long length : request.threadgroupLengths()) {
        offsets.add(total);
        total += align(length) + (checks == null ? 0 : GAP);
      }
      MemorySegment memory = arena.allocate(Math.max(ALIGNMENT, total), 64);
      for (int i = 0; i < offsets.size(); i++) {
        threadgroupBuffers.setAtIndex(ValueLayout.ADDRESS, i, memory.asSlice(offsets.get(i)));
      }
      try (CheckedWorker checked =
          checks == null
              ? null
              : checks.worker(library, memory, offsets, request.threadgroupLengths())) {
        MemorySegment group = arena.allocate(GroupLayout.BYTES, 8);
        GroupLayout.write(
            group, request.geometry(), buffers, threadgroupBuffers, memory,
            checked == null ? MemorySegment.NULL : checked.address());
        for (long first = progress.take(); first < progress.groups(); first = progress.take()) {
          long count = Math.min(progress.chunk(), progress.groups() - first);
          library.run(stacks.address(), group, request.order(), first, count);
          Optional<CheckFailure> failure = checked == null ? Optional.empty() : checked.failure();
          if (failure.isPresent()) {
            progress.stop();
            return failure;
          }
        }
      }
      return Optional.empty();
    } finally {
      idleStacks.push(stacks);
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    pool.shutdown();
    for (StackRegion idle = idleStacks.poll(); idle != null; idle = idleStacks.poll()) {
      idle.close();
    }
  }

  private StackRegion borrow(int count, long stackBytes) {
    StackRegion idle = idleStacks.poll();
    if (idle != null && idle.count() >= count) {
      return idle;
    }
    if (idle != null) {
      idle.close();
    }
    return new StackRegion(count, stackBytes);
  }

  private static long align(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }
}
