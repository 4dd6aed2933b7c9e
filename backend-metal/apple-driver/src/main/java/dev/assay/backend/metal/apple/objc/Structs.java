package dev.assay.backend.metal.apple.objc;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;

/** Structs that messages take and return by value. */
public final class Structs {
  /** {@code MTLSize}: three 64-bit integers. */
  public static final StructLayout SIZE = MemoryLayout.structLayout(
      ValueLayout.JAVA_LONG.withName("width"), ValueLayout.JAVA_LONG.withName("height"),
      ValueLayout.JAVA_LONG.withName("depth"));

  /** {@code NSRange}: two 64-bit integers. */
  public static final StructLayout RANGE = MemoryLayout.structLayout(
      ValueLayout.JAVA_LONG.withName("location"), ValueLayout.JAVA_LONG.withName("length"));

  private static final long SECOND = Long.BYTES;
  private static final long THIRD = 2 * Long.BYTES;

  private Structs() {}

  /** Fills a size. */
  public static void size(MemorySegment size, long width, long height, long depth) {
    size.set(ValueLayout.JAVA_LONG, 0, width);
    size.set(ValueLayout.JAVA_LONG, SECOND, height);
    size.set(ValueLayout.JAVA_LONG, THIRD, depth);
  }

  /** Fills a range. */
  public static void range(MemorySegment range, long location, long length) {
    range.set(ValueLayout.JAVA_LONG, 0, location);
    range.set(ValueLayout.JAVA_LONG, SECOND, length);
  }

  /** The width of a size. */
  public static long width(MemorySegment size) {
    return size.get(ValueLayout.JAVA_LONG, 0);
  }

  /** The height of a size. */
  public static long height(MemorySegment size) {
    return size.get(ValueLayout.JAVA_LONG, SECOND);
  }

  /** The depth of a size. */
  public static long depth(MemorySegment size) {
    return size.get(ValueLayout.JAVA_LONG, THIRD);
  }
}
