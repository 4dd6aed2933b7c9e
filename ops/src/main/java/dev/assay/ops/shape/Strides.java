package dev.assay.ops.shape;

import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;

/** Strides, in elements, as kernels take them. */
public final class Strides {
  private Strides() {}

  /**
   * The strides that make {@code tensor} look like {@code shape}, to which it broadcasts: 0 along every axis that is
   * repeated.
   */
  public static long[] broadcast(Tensor tensor, Shape shape) {
    long[] own = tensor.strides();
    long[] strides = new long[shape.rank()];
    int missing = strides.length - own.length;
    for (int i = missing; i < strides.length; i++) {
      strides[i] = tensor.shape().size(i - missing) == 1 ? 0 : own[i - missing];
    }
    return strides;
  }

  /** The array continued by {@code fill} to {@code length}: a fixed-size field of a constant struct. */
  public static long[] pad(long[] values, int length, long fill) {
    long[] padded = Arrays.copyOf(values, length);
    Arrays.fill(padded, values.length, length, fill);
    return padded;
  }
}
