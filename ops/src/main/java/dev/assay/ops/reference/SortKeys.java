package dev.assay.ops.reference;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;

/** Elements of any type as {@code long}s in the same order: NaN above everything, −0 equal to +0. */
public final class SortKeys {
  /** The key of NaN. */
  public static final long NAN = Long.MAX_VALUE;

  private SortKeys() {}

  /** The key of an element. */
  public static long of(Elements elements, long index) {
    if (!elements.dtype().isFloat()) {
      long value = elements.getLong(index);
      return elements.dtype() == DType.U64 ? value ^ Long.MIN_VALUE : value;
    }
    double value = elements.getDouble(index);
    if (Double.isNaN(value)) {
      return NAN;
    }
    long bits = Double.doubleToRawLongBits(value == 0 ? 0 : value);
    // Negative numbers order against their bits.
    return bits >= 0 ? bits : bits ^ Long.MAX_VALUE;
  }
}
