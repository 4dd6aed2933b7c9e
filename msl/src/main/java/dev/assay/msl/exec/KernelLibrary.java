package dev.assay.msl.exec;

import dev.assay.msl.MslBuild;
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
  // The modes of assay_run.
  private static final int WAITING = 0;
  private static final int WHOLE_GROUP = 1;
  private static final int ONE_BY_ONE = 2;
  private static final int COROUTINES = 3;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment function;
  private final MethodHandle run;
  private final long threadgroupBytes;
  private final long stackBytes;
  private final int mode;
  private final long[] variableOffsets;
  private final long[] variableBytes;
  private final boolean checked;

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
      this.checked = kernel.build() == MslBuild.CHECKED;
      this.mode =
          switch (kernel.entry().strategy()) {
            case LOOP -> checked ? ONE_BY_ONE : WHOLE_GROUP;
            case COROUTINES -> checked ? WAITING : COROUTINES;
            case FIBERS -> WAITING;
          };
      int variables = (int) size(lookup, "assay_variable_count");
      this.variableOffsets = table(lookup, "assay_variable_offset", variables);
      this.variableBytes = table(lookup, "assay_variable_bytes", variables);
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
      return (long) Native
          .handle(lookup.findOrThrow(function), FunctionDescriptor.of(ValueLayout.JAVA_LONG))
          .invokeExact();
    } catch (Throwable t) {
      throw Native.unexpected(t);
    }
  }

  private static long[] table(SymbolLookup lookup, String function, int count) {
    MethodHandle handle =
        Native.handle(
            lookup.findOrThrow(function),
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      try {
        values[i] = (long) handle.invokeExact((long) i);
      } catch (Throwable t) {
        throw Native.unexpected(t);
      }
    }
    return values;
  }

  boolean isChecked() {
    return checked;
  }

  int variableCount() {
    return variableOffsets.length;
  }

  long variableOffset(int i) {
    return variableOffsets[i];
  }

  long variableBytes(int i) {
    return variableBytes[i];
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
    return switch (mode) {
      case WAITING -> threads;
      // Coroutines run on the first and keep their frames in the others.
      case COROUTINES -> threads + 1;
      default -> 1;
    };
  }

  /** Runs threadgroups {@code first} to before {@code first + count} on the calling thread. */
  void run(MemorySegment stacks, MemorySegment group, int order, long first, long count) {
    try {
      run.invokeExact(stacks, group, function, mode, order, first, count);
    } catch (Throwable t) {
      throw Native.unexpected(t);
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
