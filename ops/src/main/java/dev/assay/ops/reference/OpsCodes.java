package dev.assay.ops.reference;

import dev.assay.spi.error.ErrorCode;

/** The codes that only operations raise; what every backend checks has its code in {@code spi}. */
public final class OpsCodes {
  /** An integer divided by zero, for which MSL defines no value. */
  public static final ErrorCode DIVISION_BY_ZERO = new ErrorCode("value.division_by_zero");

  private OpsCodes() {}
}
