package dev.assay.ops.reduce;

import dev.assay.ops.movement.Views;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The axes of one reduction, resolved against a shape: ascending, each once, none negative. Immutable. */
final class ReduceAxes {
  private final int[] axes;

  private ReduceAxes(int[] axes) {
    this.axes = axes;
  }

  /** Resolves negative axes; none at all means every axis. */
  static ReduceAxes of(Shape shape, int... named) {
    if (named.length == 0) {
      return new ReduceAxes(IntStream.range(0, shape.rank()).toArray());
    }
    int[] axes = Arrays.stream(named).map(shape::axis).sorted().toArray();
    for (int i = 1; i < axes.length; i++) {
      if (axes[i] == axes[i - 1]) {
        throw new InvalidCallException(Problem
            .of(Codes.SHAPE_INVALID, "axis " + axes[i] + " is named twice")
            .expected("each axis once", Arrays.toString(named)));
      }
    }
    return new ReduceAxes(axes);
  }

  private boolean contains(int axis) {
    return Arrays.binarySearch(axes, axis) >= 0;
  }

  /** The shape of the result: the axes left out, or of size 1. */
  Shape result(Shape shape, boolean keepDims) {
    return Shape.of(IntStream.range(0, shape.rank())
        .filter(axis -> keepDims || !contains(axis))
        .mapToLong(axis -> contains(axis) ? 1 : shape.size(axis))
        .toArray());
  }

  /** A view of x whose reduced axes follow each other, so that one kernel can take them as one. */
  Tensor adjacent(Tensor x) {
    if (isAdjacent()) {
      return x;
    }
    return Views.permute(x, IntStream.concat(
        IntStream.range(0, x.shape().rank()).filter(axis -> !contains(axis)),
        Arrays.stream(axes))
        .toArray());
  }

  private boolean isAdjacent() {
    return axes.length == 0 || axes[axes.length - 1] - axes[0] == axes.length - 1;
  }

  /** [outer, axis, inner] of what {@link #adjacent} makes. */
  long[] sizes(Shape shape) {
    int rank = shape.rank();
    int first = isAdjacent() ? (axes.length == 0 ? rank : axes[0]) : rank - axes.length;
    return new long[] {
      shape.product(0, first),
      shape.product(first, first + axes.length),
      shape.product(first + axes.length, rank)
    };
  }
}
