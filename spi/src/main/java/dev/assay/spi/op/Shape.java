package dev.assay.spi.op;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/** The sizes of a tensor, outermost first; rank 0 is a scalar, a size may be 0. Immutable. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Shape {
  private final long[] sizes;
  private final long elements;

  private Shape(long[] sizes) {
    this.sizes = sizes;
    this.elements = count(sizes);
  }

  /** A shape of these sizes; a negative one or a product (zeros left out) beyond 64 bits is an error. */
  public static Shape of(long... sizes) {
    return new Shape(sizes.clone());
  }

  /** The number of axes. */
  public int rank() {
    return sizes.length;
  }

  /** The size of this axis; negative axes count from the end. */
  public long size(int axis) {
    return sizes[axis(axis)];
  }

  /** The axis with negative ones resolved; outside the rank is an error. */
  public int axis(int axis) {
    int resolved = axis < 0 ? axis + sizes.length : axis;
    if (resolved < 0 || resolved >= sizes.length) {
      throw new InvalidCallException(
          Problem.of(Codes.SHAPE_INVALID, "axis " + axis + " does not exist in shape " + this)
              .expected(
                  sizes.length == 0
                      ? "no axis: the tensor is a scalar"
                      : -sizes.length + " to " + (sizes.length - 1),
                  Integer.toString(axis)));
    }
    return resolved;
  }

  /** All sizes, a copy. */
  public long[] sizes() {
    return sizes.clone();
  }

  /** The number of elements. */
  public long elements() {
    return elements;
  }

  /** The strides, in elements, of a dense row-major tensor of this shape. */
  public long[] denseStrides() {
    long[] strides = new long[sizes.length];
    long stride = 1;
    for (int i = sizes.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= Math.max(1, sizes[i]);
    }
    return strides;
  }

  /** The same shape with another size of one axis. */
  public Shape with(int axis, long size) {
    long[] changed = sizes.clone();
    changed[axis(axis)] = size;
    return new Shape(changed);
  }

  /** The product of the sizes of the axes from {@code from} to before {@code to}; 1 for none. Both are 0 to the rank. */
  public long product(int from, int to) {
    // copyOfRange would pad with zeros behind the last axis.
    Objects.checkFromToIndex(from, to, sizes.length);
    return count(Arrays.copyOfRange(sizes, from, to));
  }

  /** The shape that both broadcast to (trailing axes aligned, sizes equal or 1); an error when there is none. */
  public Shape broadcast(Shape other) {
    int rank = Math.max(rank(), other.rank());
    long[] result = new long[rank];
    for (int i = 0; i < rank; i++) {
      long a = i < rank - rank() ? 1 : sizes[i - (rank - rank())];
      long b = i < rank - other.rank() ? 1 : other.sizes[i - (rank - other.rank())];
      if (a != b && a != 1 && b != 1) {
        throw new InvalidCallException(Problem
            .of(Codes.SHAPE_INVALID, "shapes " + this + " and " + other + " do not broadcast")
            .expected("equal sizes or 1 on every axis, aligned at the end",
                a + " and " + b + " on axis " + (i - rank))
            .remedy("reshape one of them, or insert axes of size 1"));
      }
      result[i] = a == 1 ? b : a;
    }
    return new Shape(result);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape that && Arrays.equals(sizes, that.sizes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sizes);
  }

  /** Such as {@code [2, 384]}. */
  @Override
  public String toString() {
    return Arrays.stream(sizes)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static long count(long[] sizes) {
    long product = 1;
    for (long size : sizes) {
      if (size < 0) {
        throw new InvalidCallException(
            Problem.of(Codes.SHAPE_INVALID, "a size is negative in " + Arrays.toString(sizes)));
      }
    }
    for (long size : sizes) {
      try {
        // Zeros are left out, because the strides of an empty tensor must not wrap either.
        product = Math.multiplyExact(product, Math.max(1, size));
      } catch (ArithmeticException beyond) {
        throw new InvalidCallException(
            Problem.of(Codes.INDEX_OVERFLOW,
                "the number of elements of " + Arrays.toString(sizes) + " does not fit 64 bits"),
            beyond);
      }
    }
    return Arrays.stream(sizes).anyMatch(size -> size == 0) ? 0 : product;
  }
}
