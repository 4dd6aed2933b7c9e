package dev.assay.ops.reference;

import dev.assay.spi.data.DType;

/** Integers of any type as Java's {@code long}: U64 as its bits, all others by value. */
public final class Integers {
  private Integers() {}

  /** An operation on integers of one type. */
  @FunctionalInterface
  public interface Operator {
    /** a ∘ b, of which the low bits count: arithmetic wraps. */
    long apply(DType dtype, long a, long b);
  }

  /** Negative, zero or positive as a is less than, equal to or greater than b. */
  public static int compare(DType dtype, long a, long b) {
    return dtype == DType.U64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  /** The larger of both. */
  public static long max(DType dtype, long a, long b) {
    return compare(dtype, a, b) >= 0 ? a : b;
  }

  /** The smaller of both. */
  public static long min(DType dtype, long a, long b) {
    return compare(dtype, a, b) <= 0 ? a : b;
  }

  /** The largest integer of the type. */
  public static long largest(DType dtype) {
    return dtype == DType.U64 ? -1 : dtype.maxLong();
  }
}
