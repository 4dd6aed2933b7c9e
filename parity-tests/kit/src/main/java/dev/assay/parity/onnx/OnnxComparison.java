package dev.assay.parity.onnx;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Tensor;
import java.util.Optional;

/**
 * Compares a result with what a case expects, as ONNX's own runner does: integers and booleans exactly, others within
 * {@code 1e-7 + 1e-3 · |expected|}; NaN is equal to NaN only, infinities by sign. Type and shape must be the same.
 */
final class OnnxComparison {
  private static final double RELATIVE = 1e-3;
  private static final double ABSOLUTE = 1e-7;

  private OnnxComparison() {}

  /** What is wrong with the result, or empty. */
  static Optional<String> compare(CaseTensor expected, Tensor found) {
    DType dtype = expected.values().dtype();
    if (found.dtype() != dtype || !found.shape().equals(expected.shape())) {
      return Optional.of("output " + expected + " came out as " + found.dtype() + found.shape());
    }
    return compare(expected, found.read());
  }

  /** The same for values of the right type. */
  static Optional<String> compare(CaseTensor expected, Elements found) {
    Elements values = expected.values();
    if (found.length() != values.length()) {
      return Optional.of("output " + expected + " has " + found.length() + " values");
    }
    long wrong = 0;
    long first = 0;
    for (long i = 0; i < found.length(); i++) {
      if (!same(values, found, i) && wrong++ == 0) {
        first = i;
      }
    }
    return wrong == 0
        ? Optional.empty()
        : Optional.of("output " + expected + ": " + wrong + " of " + found.length()
            + " values are wrong, the first at " + first + ": expected " + text(values, first)
            + ", found " + text(found, first));
  }

  private static boolean same(Elements expected, Elements found, long index) {
    if (!expected.dtype().isFloat()) {
      return expected.getLong(index) == found.getLong(index);
    }
    double wanted = expected.getDouble(index);
    double actual = found.getDouble(index);
    if (!Double.isFinite(wanted) || !Double.isFinite(actual)) {
      return Double.compare(wanted, actual) == 0;
    }
    return Math.abs(wanted - actual) <= ABSOLUTE + RELATIVE * Math.abs(wanted);
  }

  private static String text(Elements elements, long index) {
    if (elements.dtype().isFloat()) {
      return Double.toString(elements.getDouble(index));
    }
    long value = elements.getLong(index);
    return elements.dtype() == DType.U64 ? Long.toUnsignedString(value) : Long.toString(value);
  }
}
