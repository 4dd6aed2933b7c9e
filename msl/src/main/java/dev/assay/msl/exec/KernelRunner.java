package dev.assay.msl.exec;

import dev.assay.msl.compiler.CompiledKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Loads kernels and runs them. Shared freely between threads. */
public final class KernelRunner implements AutoCloseable {
  /** Bindings of a kind that a kernel may have. */
  public static final int BINDINGS = GroupExecutor.BINDINGS;

  private final GroupExecutor executor;
  private final Map<Path, LoadedKernel> loaded = new HashMap<>();

  /** Runs on so many threads, the caller's among them. */
  public KernelRunner(int workers) {
    this.executor = new GroupExecutor(workers);
  }

  /** Loads a kernel's library, once for each file. */
  public synchronized LoadedKernel load(CompiledKernel kernel) {
    return loaded.computeIfAbsent(
        kernel.library(), path -> new LoadedKernel(new KernelLibrary(kernel)));
  }

  /**
   * Runs a whole grid and returns when it is done.
   *
   * @param addresses of buffers by binding index, 0 where nothing is bound
   * @param lengths of the same, in bytes
   * @param threadgroupLengths bytes of threadgroup arguments by index
   * @param reverse whether the threads of a group run from last to first
   */
  public void run(
      LoadedKernel kernel,
      Geometry geometry,
      long[] addresses,
      long[] lengths,
      long[] threadgroupLengths,
      boolean reverse) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment buffers = arena.allocate(ValueLayout.JAVA_LONG, BINDINGS);
      MemorySegment.copy(addresses, 0, buffers, ValueLayout.JAVA_LONG, 0, addresses.length);
      executor.run(
          kernel.library(), geometry, buffers, threadgroupLengths, reverse ? 1 : 0);
    }
  }

  @Override
  public synchronized void close() {
    executor.close();
    loaded.values().forEach(kernel -> kernel.library().close());
    loaded.clear();
  }
}
