package dev.assay.msl.exec;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The few functions of the C library that reserve address space. */
final class Native {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle MMAP =
      find(
          "mmap",
          FunctionDescriptor.of(
              ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
  private static final MethodHandle MUNMAP =
      find(
          "munmap",
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
  private static final MethodHandle MPROTECT =
      find(
          "mprotect",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));
  private static final MethodHandle MADVISE =
      find(
          "madvise",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));

  private static final int READ_WRITE = 3;
  private static final int LARGE_PAGES = 14;
  private static final long LARGE_PAGE = 2 << 20;
  private static final int PRIVATE = 2;
  private static final boolean MAC = System.getProperty("os.name").startsWith("Mac");
  private static final int ANONYMOUS_UNRESERVED = MAC ? 0x1040 : 0x4020;

  private Native() {}

  @SuppressWarnings("restricted")
  private static MethodHandle find(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  @SuppressWarnings("restricted")
  static MethodHandle handle(MemorySegment function, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(function, descriptor);
  }

  /** Address space of zeros that takes memory only where it is touched; 0 where there is none. */
  static long reserve(long bytes) {
    try {
      MemorySegment address =
          (MemorySegment) MMAP.invokeExact(
              MemorySegment.NULL, bytes, READ_WRITE, PRIVATE | ANONYMOUS_UNRESERVED, -1, 0L);
      return address.address() == -1 ? 0 : address.address();
    } catch (Throwable t) {
      throw unexpected(t);
    }
  }

  /**
   * The same for what will be touched in long runs: in large pages where the system has them, since
   * each page costs a fault.
   */
  static long reserveInLargePages(long bytes) {
    long address = reserve(bytes);
    if (address != 0 && bytes >= LARGE_PAGE && !MAC) {
      try {
        // Advice: a system that does not take it says so, and small pages do.
        int ignored = (int) MADVISE.invokeExact(
            MemorySegment.ofAddress(address), bytes, LARGE_PAGES);
      } catch (Throwable t) {
        throw unexpected(t);
      }
    }
    return address;
  }

  static void release(long address, long bytes) {
    try {
      int failed = (int) MUNMAP.invokeExact(MemorySegment.ofAddress(address), bytes);
      if (failed != 0) {
        throw new IllegalStateException("munmap refused its own mapping");
      }
    } catch (Throwable t) {
      throw unexpected(t);
    }
  }

  /** Makes a page one that any access faults on. */
  static boolean forbid(long address, long bytes) {
    try {
      return (int) MPROTECT.invokeExact(MemorySegment.ofAddress(address), bytes, 0) == 0;
    } catch (Throwable t) {
      throw unexpected(t);
    }
  }

  static RuntimeException unexpected(Throwable t) {
    if (t instanceof Error e) {
      throw e;
    }
    return t instanceof RuntimeException e ? e : new IllegalStateException(t);
  }
}
