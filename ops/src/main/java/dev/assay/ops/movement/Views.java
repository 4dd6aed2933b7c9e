package dev.assay.ops.movement;

import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;
import java.util.Optional;

/** Other views of the same elements: nothing is computed, and nothing moves unless a reshape needs it to. */
public final class Views {
  private Views() {}

  /** The axes in this order; negative axes count from the end. */
  public static Tensor permute(Tensor x, int... axes) {
    OpCheck check = OpCheck.of("permute").operand("x", x);
    int rank = x.shape().rank();
    check.require(axes.length == rank, () -> Problem
        .of(Codes.SHAPE_INVALID, "another number of axes is named than x has")
        .expected(rank + " axes, each once", Arrays.toString(axes)));
    boolean[] seen = new boolean[rank];
    long[] sizes = new long[axes.length];
    long[] strides = new long[axes.length];
    long[] own = x.strides();
    for (int i = 0; i < axes.length; i++) {
      int named = axes[i];
      Optional<Integer> axis = check.attempt(() -> x.shape().axis(named));
      if (axis.isPresent()) {
        int from = axis.get();
        check.require(!seen[from], () -> Problem
            .of(Codes.SHAPE_INVALID, "axis " + from + " is named twice")
            .expected("each axis once", Arrays.toString(axes)));
        seen[from] = true;
        sizes[i] = x.shape().size(from);
        strides[i] = own[from];
      }
    }
    check.finish();
    return x.view(Shape.of(sizes), strides, 0);
  }

  /** The last two axes exchanged. */
  public static Tensor transpose(Tensor x) {
    OpCheck check = OpCheck.of("transpose").operand("x", x);
    check.rank("x", x, 2, Integer.MAX_VALUE);
    check.finish();
    int[] axes = new int[x.shape().rank()];
    Arrays.setAll(axes, i -> i);
    axes[axes.length - 1] = axes.length - 2;
    axes[axes.length - 2] = axes.length - 1;
    return permute(x, axes);
  }

  /** Elements {@code start} to before {@code start + length} of an axis. */
  public static Tensor narrow(Tensor x, int axis, long start, long length) {
    OpCheck check = OpCheck.of("narrow").operand("x", x);
    Optional<Integer> resolved = check.attempt(() -> x.shape().axis(axis));
    resolved.ifPresent(at -> {
      long size = x.shape().size(at);
      check.require(start >= 0 && length >= 0 && length <= size && start <= size - length,
          () -> Problem
              .of(Codes.SHAPE_INVALID, "the range reaches outside axis " + at)
              .expected("within 0 to " + size, length + " from " + start));
    });
    check.finish();
    int at = resolved.orElseThrow();
    Shape shape = x.shape().with(at, length);
    // An empty view starts at the beginning: its own start may lie behind the last element.
    return x.view(shape, x.strides(), shape.elements() == 0 ? 0 : start * x.strides()[at]);
  }

  /** The same elements, in row-major order, in another shape; one size may be −1 and is then computed. */
  public static Tensor reshape(TensorScope scope, Tensor x, long... sizes) {
    OpCheck check = OpCheck.of("reshape").operand("x", x);
    Optional<Shape> resolved = check.attempt(() -> resolve(x.shape(), sizes));
    check.finish();
    Shape shape = resolved.orElseThrow();
    return Copy.contiguous(scope, x).view(shape, shape.denseStrides(), 0);
  }

  private static Shape resolve(Shape from, long[] sizes) {
    long[] known = Arrays.stream(sizes).filter(size -> size != -1).toArray();
    int open = sizes.length - known.length;
    long product = Shape.of(known).elements();
    boolean fits = switch (open) {
      case 0 -> product == from.elements();
      case 1 -> product != 0 && from.elements() % product == 0;
      default -> false;
    };
    if (!fits) {
      throw new InvalidCallException(Problem
          .of(Codes.SHAPE_INVALID, "x cannot take the shape " + Arrays.toString(sizes))
          .expected("sizes whose product is " + from.elements() + ", at most one of them −1",
              open == 0
                  ? product + " elements"
                  : open + " open sizes beside a product of " + product));
    }
    return Shape.of(
        Arrays.stream(sizes).map(size -> size == -1 ? from.elements() / product : size).toArray());
  }
}
