package dev.assay.benchmarks.msl;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** y = a·x + y as a C loop: the same clang, the same CPU, each of two threads one half. */
final class PeerLoop implements AutoCloseable {
  private static final String TEXT = """
      void axpy(const float* x, float* y, float a, long count) {
        for (long i = 0; i < count; i++) y[i] = a * x[i] + y[i];
      }
      """;

  private final MethodHandle axpy;
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  /** Compiles the loop with the compiler that was unpacked into the cache. */
  @SuppressWarnings("restricted")
  PeerLoop(Path cache, Arena arena) throws IOException, InterruptedException {
    Path tools;
    try (Stream<Path> folders = Files.list(cache)) {
      tools = folders.filter(f -> f.getFileName().toString().startsWith("llvm-"))
          .findFirst()
          .orElseThrow();
    }
    Path work = Files.createTempDirectory("assay-peer");
    Files.writeString(work.resolve("peer.c"), TEXT);
    run(tools, work, "clang", "-O3", "-march=x86-64-v3", "-ffp-contract=off", "-fPIC", "-nostdinc",
        "--target=x86_64-unknown-linux-gnu", "-c", "peer.c", "-o", "peer.o");
    run(tools, work, "ld.lld", "-shared", "peer.o", "-o", "peer.so");
    MemorySegment function =
        SymbolLookup.libraryLookup(work.resolve("peer.so"), arena).findOrThrow("axpy");
    this.axpy =
        Linker.nativeLinker()
            .downcallHandle(
                function,
                FunctionDescriptor.ofVoid(
                    ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_FLOAT,
                    ValueLayout.JAVA_LONG));
    for (String file : List.of("peer.c", "peer.o", "peer.so")) {
      Files.delete(work.resolve(file));
    }
    Files.delete(work);
  }

  private static void run(Path tools, Path work, String tool, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(
        Stream.concat(Stream.of(tools.resolve(tool).toString()), Stream.of(arguments)).toList());
    builder.environment().put("LD_LIBRARY_PATH", tools.toString());
    int exit = builder.directory(work.toFile()).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException(tool + " ended with " + exit);
    }
  }

  Runnable work(Arena arena, int length) {
    MemorySegment x = SpeedKernel.floats(arena, length);
    MemorySegment y = SpeedKernel.floats(arena, length);
    long half = length / 2;
    return () -> {
      Future<?> first = other.submit(() -> call(x, y, 0, half));
      call(x, y, half, length - half);
      try {
        first.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private void call(MemorySegment x, MemorySegment y, long from, long count) {
    try {
      axpy.invokeExact(x.asSlice(from * 4), y.asSlice(from * 4), 0.5f, count);
    } catch (Throwable t) {
      throw new IllegalStateException(t);
    }
  }

  @Override
  public void close() {
    other.close();
  }
}
