package dev.assay.msl.exec;

import dev.assay.msl.compiler.CompiledKernel;
import dev.assay.msl.compiler.SourceLines;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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
   * @param lines finds the source line of a mistake
   * @throws dev.assay.spi.error.DeviceException naming the mistake that a checked build found
   */
  public void run(
      CompiledKernel kernel, LoadedKernel loadedKernel, RunRequest request, SourceLines lines) {
    // Workers are handed the address alone; closing a shared arena would stop every thread for a moment.
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffers = arena.allocate(ValueLayout.JAVA_LONG, BINDINGS);
      for (BoundBuffer buffer : request.buffers()) {
        buffers.setAtIndex(ValueLayout.JAVA_LONG, buffer.index(), buffer.memory().address());
      }
      Optional<CheckFailure> failure =
          executor.run(kernel.entry().name(), loadedKernel.library(), request, buffers);
      if (failure.isPresent()) {
        String line = lines.locate(kernel.library(), failure.get().returnAddress());
        throw failure.get().toException(kernel.entry().name(), request.buffers(), line);
      }
    }
  }

  @Override
  public synchronized void close() {
    executor.close();
    loaded.values().forEach(kernel -> kernel.library().close());
    loaded.clear();
  }
}
