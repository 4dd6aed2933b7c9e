package dev.assay.models.onnx.operator;

import static java.util.Map.entry;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Operators that give the same elements another shape, or tell the shape. */
final class ShapeOperators {
  private ShapeOperators() {}

  static Map<String, OperatorRule> rules() {
    return Map.ofEntries(
        entry("Identity", OperatorRule.of(1, 1, call -> call.input(0))),
        entry("Reshape", OperatorRule.of(1, 2, ShapeOperators::reshape, "allowzero", "shape")),
        entry("Flatten", OperatorRule.of(1, 1,
            call -> Flat.from(call, call.input(0), call.attributes().integer("axis", 1)), "axis")),
        entry("Squeeze", OperatorRule.of(1, 2, ShapeOperators::squeeze, "axes")),
        entry("Unsqueeze", OperatorRule.of(1, 2, ShapeOperators::unsqueeze, "axes")),
        entry("Transpose", OperatorRule.of(1, 1, ShapeOperators::transpose, "perm")),
        entry("Expand", OperatorRule.of(2, 2, ShapeOperators::expand)),
        entry("Shape", OperatorRule.of(1, 1, ShapeOperators::shape, "start", "end")),
        entry("Size", OperatorRule.of(1, 1,
            call -> integers(call, Shape.of(), call.input(0).shape().elements()))));
  }

  /** The integers of an input, or of an attribute as in older versions; null for neither. */
  private static long @Nullable [] given(NodeCall call, int position, String attribute) {
    long[] values = call.attributes().integers(attribute);
    return values == null ? call.integers(position) : values;
  }

  /** The same where one of both has to be there. */
  private static long[] required(NodeCall call, int position, String attribute) {
    long[] values = given(call, position, attribute);
    if (values == null) {
      throw call.invalid("neither input " + position + " nor attribute '" + attribute
          + "' is there");
    }
    return values;
  }

  /** A size of 0 is that of the same axis of x, unless zeros are allowed. */
  private static Tensor reshape(NodeCall call) {
    Tensor x = call.input(0);
    long[] sizes = required(call, 1, "shape");
    boolean allowZero = call.attributes().flag("allowzero", false);
    boolean open = Arrays.stream(sizes).anyMatch(size -> size == -1);
    if (allowZero && open && Arrays.stream(sizes).anyMatch(size -> size == 0)) {
      throw call.invalid("the shape " + Arrays.toString(sizes) + " has both 0 and -1");
    }
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] == 0 && !allowZero) {
        if (i >= x.shape().rank()) {
          throw call.invalid("the shape " + Arrays.toString(sizes) + " keeps an axis that "
              + x.shape() + " does not have");
        }
        sizes[i] = x.shape().size(i);
      }
    }
    return call.ops().reshape(x, sizes);
  }

  private static Tensor squeeze(NodeCall call) {
    Tensor x = call.input(0);
    Shape shape = x.shape();
    long[] named = given(call, 1, "axes");
    boolean[] dropped = new boolean[shape.rank()];
    if (named == null) {
      for (int i = 0; i < dropped.length; i++) {
        dropped[i] = shape.size(i) == 1;
      }
    } else {
      for (int axis : call.toInts(named, "axis")) {
        dropped[shape.axis(axis)] = true;
        if (shape.size(axis) != 1) {
          throw call.invalid("axis " + axis + " of " + shape + " cannot be left out");
        }
      }
    }
    return call.ops()
        .reshape(x, IntStream.range(0, shape.rank())
            .filter(i -> !dropped[i])
            .mapToLong(shape::size)
            .toArray());
  }

  /** The axes count in the result. */
  private static Tensor unsqueeze(NodeCall call) {
    Tensor x = call.input(0);
    long[] axes = required(call, 1, "axes");
    long[] sizes = new long[x.shape().rank() + axes.length];
    for (long axis : axes) {
      long at = axis < 0 ? axis + sizes.length : axis;
      if (at < 0 || at >= sizes.length || sizes[(int) at] == 1) {
        throw call.invalid("axes " + Arrays.toString(axes) + " are not " + axes.length
            + " different ones of " + sizes.length);
      }
      sizes[(int) at] = 1;
    }
    int next = 0;
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] == 0) {
        sizes[i] = x.shape().size(next++);
      }
    }
    return call.ops().reshape(x, sizes);
  }

  private static Tensor transpose(NodeCall call) {
    Tensor x = call.input(0);
    int rank = x.shape().rank();
    long[] order = call.attributes().integers("perm");
    int[] axes = order == null
        ? IntStream.range(0, rank).map(i -> rank - 1 - i).toArray()
        : call.toInts(order, "axis");
    return call.ops().permute(x, axes);
  }

  /** Both ways: an axis of size 1 in the wanted shape keeps that of x. */
  private static Tensor expand(NodeCall call) {
    Tensor x = call.input(0);
    Shape wanted = Shape.of(required(call, 1, "shape"));
    return call.ops().expand(x, x.shape().broadcast(wanted).sizes());
  }

  /** The sizes of the axes from start to before end, both cut to the rank. */
  private static Tensor shape(NodeCall call) {
    long[] sizes = call.input(0).shape().sizes();
    long start = bound(call.attributes().integer("start", 0), sizes.length);
    long end = bound(call.attributes().integer("end", sizes.length), sizes.length);
    long[] kept = LongStream.range(start, Math.max(start, end)).map(i -> sizes[(int) i]).toArray();
    return integers(call, Shape.of(kept.length), kept);
  }

  private static long bound(long axis, int rank) {
    return Math.clamp(axis < 0 ? axis + rank : axis, 0, rank);
  }

  private static Tensor integers(NodeCall call, Shape shape, long... values) {
    return call.scope().tensor(Elements.ofLongs(DType.I64, values), shape);
  }
}
