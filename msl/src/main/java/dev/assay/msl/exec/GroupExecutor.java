package dev.assay.msl.exec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Spreads the threadgroups of a dispatch over cores: each takes the next few until none is left.
 * Shared freely; dispatches of several callers interleave.
 */
final class GroupExecutor implements AutoCloseable {
  static final int BINDINGS = 31;
  private static final int CHUNKS_PER_WORKER = 16;
  private static final int ALIGNMENT = 16;

  private final int workers;
  private final ExecutorService pool;
  private final ConcurrentLinkedDeque<StackRegion> idleStacks = new ConcurrentLinkedDeque<>();

  GroupExecutor(int workers) {
    this.workers = workers;
    this.pool =
        Executors.newFixedThreadPool(
            Math.max(1, workers - 1),
            task -> {
              Thread thread = new Thread(task, "assay-msl-worker");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Runs a whole grid and returns when it is done.
   *
   * @param buffers addresses by binding index, at least {@link #BINDINGS} of them
   * @param threadgroupLengths bytes of each threadgroup argument by index
   * @param order of the lanes: 0 forward, 1 reverse
   */
  void run(
      KernelLibrary library,
      Geometry geometry,
      MemorySegment buffers,
      long[] threadgroupLengths,
      int order) {
    long groups = geometry.groups().product();
    if (groups == 0) {
      return;
    }
    int hands = (int) Math.min(workers, groups);
    long chunk = Math.max(1, groups / ((long) hands * CHUNKS_PER_WORKER));
    AtomicLong next = new AtomicLong();
    Runnable work =
        () -> drain(library, geometry, buffers, threadgroupLengths, order, next, chunk, groups);
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
          RuntimeException found = Native.unexpected(e.getCause());
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

  private void drain(
      KernelLibrary library,
      Geometry geometry,
      MemorySegment buffers,
      long[] threadgroupLengths,
      int order,
      AtomicLong next,
      long chunk,
      long groups) {
    int stacksNeeded = library.stacks((int) geometry.threadsPerGroup().product());
    StackRegion stacks = borrow(stacksNeeded, library.stackBytes());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment group = arena.allocate(GroupLayout.BYTES, 8);
      MemorySegment threadgroupBuffers = arena.allocate(ValueLayout.ADDRESS, BINDINGS);
      long total = align(library.threadgroupBytes());
      for (long length : threadgroupLengths) {
        total += align(length);
      }
      MemorySegment memory = arena.allocate(Math.max(ALIGNMENT, total), 64);
      long offset = align(library.threadgroupBytes());
      for (int i = 0; i < threadgroupLengths.length; i++) {
        threadgroupBuffers.setAtIndex(ValueLayout.ADDRESS, i, memory.asSlice(offset));
        offset += align(threadgroupLengths[i]);
      }
      GroupLayout.write(group, geometry, buffers, threadgroupBuffers, memory);
      for (long first = next.getAndAdd(chunk); first < groups; first = next.getAndAdd(chunk)) {
        library.run(stacks.address(), group, order, first, Math.min(chunk, groups - first));
      }
    } finally {
      idleStacks.push(stacks);
    }
  }

  @Override
  public void close() {
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
