package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;

/** Integer operations that need more than Java's operators; results are cut to the type by whoever stores them. */
final class IntegerArithmetic {
  /** An integer divided by zero, for which MSL defines no value. */
  static final ErrorCode DIVISION_BY_ZERO = new ErrorCode("value.division_by_zero");

  private IntegerArithmetic() {}

  /** a / b, truncated towards zero; the smallest integer divided by −1 wraps to itself. */
  static long divide(DType dtype, long a, long b) {
    if (b == 0) {
      throw divisionByZero(a + " / 0");
    }
    return dtype == DType.U64 ? Long.divideUnsigned(a, b) : a / b;
  }

  /** The base multiplied by itself; a negative exponent gives the exact rational, truncated towards zero. */
  static long power(DType dtype, long base, long exponent) {
    if (exponent < 0 && dtype != DType.U64) {
      if (base == 0) {
        throw divisionByZero("0 to the power of " + exponent);
      }
      boolean even = exponent % 2 == 0;
      return base == 1 ? 1 : base == -1 ? (even ? 1 : -1) : 0;
    }
    long power = 1;
    long square = base;
    for (long rest = exponent; rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        power *= square;
      }
      square *= square;
    }
    return power;
  }

  static int compare(DType dtype, long a, long b) {
    return dtype == DType.U64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  private static InvalidInputException divisionByZero(String what) {
    return new InvalidInputException(
        Problem.of(DIVISION_BY_ZERO, "an integer is divided by zero: " + what)
            .at("reference function")
            .remedy("check the divisors, or divide as floating-point numbers"));
  }
}
