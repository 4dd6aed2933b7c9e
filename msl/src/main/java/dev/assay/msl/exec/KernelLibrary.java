package dev.assay.msl.exec;

import dev.assay.msl.MslCodes;
import dev.assay.msl.compiler.CompiledKernel;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** A kernel's shared library, loaded for as long as it is open. Immutable and shared freely. */
final class KernelLibrary implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final MemorySegment function;
  private final MethodHandle run;
  private final long threadgroupBytes;
  private final long stackBytes;
  private final boolean loops;

  @SuppressWarnings("restricted")
  KernelLibrary(CompiledKernel kernel) {
    try {
      SymbolLookup lookup = SymbolLookup.libraryLookup(kernel.library(), arena);
      this.function = lookup.findOrThrow(kernel.symbol());
      this.run =
          Native.handle(
              lookup.findOrThrow("assay_run"),
              FunctionDescriptor.ofVoid(
                  ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS,
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG));
      this.threadgroupBytes = size(lookup, "assay_threadgroup_size");
      this.stackBytes = size(lookup, "assay_stack_size");
      this.loops = !kernel.entry().waits();
    } catch (IllegalArgumentException | java.util.NoSuchElementException e) {
      arena.close();
      throw new DeviceException(
          Problem.of(
                  MslCodes.TOOLCHAIN_FAILED,
                  "the library of kernel '" + kernel.entry().name() + "' cannot be loaded")
              .at(kernel.library().toString()),
          e);
    }
  }

  private static long size(SymbolLookup lookup, String function) {
    try {
      return (long)
          Native.handle(lookup.findOrThrow(function), FunctionDescriptor.of(ValueLayout.JAVA_LONG))
              .invokeExact();
    } catch (Throwable t) {
      throw Native.unexpected(t);
    }
  }

  /** Bytes of the arrays that the kernel declares in threadgroup memory. */
  long threadgroupBytes() {
    return threadgroupBytes;
  }

  /** Bytes, and alignment, of one thread's stack. */
  long stackBytes() {
    return stackBytes;
  }

  /** Stacks that a threadgroup of so many threads needs. */
  int stacks(int threads) {
    return loops ? 1 : threads;
  }

  /** Runs threadgroups {@code first} to before {@code first + count} on the calling thread. */
  void run(MemorySegment stacks, MemorySegment group, int order, long first, long count) {
    try {
      run.invokeExact(stacks, group, function, loops ? 1 : 0, order, first, count);
    } catch (Throwable t) {
      throw Native.unexpected(t);
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
