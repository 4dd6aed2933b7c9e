package dev.assay.models.onnx.operator;

import dev.assay.spi.op.Tensor;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** ONNX's Pad: by a value, or by elements of x itself, which a gather takes. Negative counts cut elements off. */
final class PadOperator {
  private PadOperator() {}

  static Tensor apply(NodeCall call) {
    Tensor x = call.input(0);
    int rank = x.shape().rank();
    long[] attribute = call.attributes().integers("pads");
    long[] pads = attribute == null ? call.integers(1) : attribute;
    long[] named = call.integers(3);
    long[] axes = named == null ? LongStream.range(0, rank).toArray() : named;
    if (pads == null || pads.length != 2 * axes.length) {
      throw call.invalid("pads are not two numbers for each axis");
    }
    long[] before = new long[rank];
    long[] after = new long[rank];
    for (int i = 0; i < axes.length; i++) {
      int axis = x.shape().axis(call.toInt(axes[i], "axis"));
      before[axis] = pads[i];
      after[axis] = pads[axes.length + i];
    }
    String mode = call.attributes().text("mode", "constant");
    Tensor padded = x;
    if (mode.equals("constant")) {
      for (int axis = 0; axis < rank; axis++) {
        padded = cut(call, padded, axis, Math.max(0, -before[axis]), Math.max(0, -after[axis]));
        before[axis] = Math.max(0, before[axis]);
        after[axis] = Math.max(0, after[axis]);
      }
      return call.ops().pad(padded, before, after, value(call, x));
    }
    for (int axis = 0; axis < rank; axis++) {
      padded = mirror(call, padded, axis, before[axis], after[axis], mode);
    }
    return padded;
  }

  private static Tensor cut(NodeCall call, Tensor x, int axis, long before, long after) {
    long rest = x.shape().size(axis) - before - after;
    if (rest < 0) {
      throw call.invalid("more is cut off axis " + axis + " than " + x.shape() + " has");
    }
    return before + after == 0 ? x : call.ops().narrow(x, axis, before, rest);
  }

  private static Tensor value(NodeCall call, Tensor x) {
    Tensor value = call.optional(2);
    if (value == null) {
      return call.scalar(x.dtype(), call.attributes().real("value", 0));
    }
    return value;
  }

  private static Tensor mirror(
      NodeCall call, Tensor x, int axis, long before, long after, String mode) {
    if (before == 0 && after == 0) {
      return x;
    }
    long size = x.shape().size(axis);
    if (size == 0) {
      throw call.invalid("axis " + axis + " has no elements to pad with");
    }
    LongUnaryOperator source = switch (mode) {
      case "edge" -> place -> Math.clamp(place, 0, size - 1);
      case "wrap" -> place -> Math.floorMod(place, size);
      // There and back again, without either end twice.
      case "reflect" -> place -> {
        long period = Math.max(1, 2 * size - 2);
        long at = Math.floorMod(place, period);
        return Math.min(at, period - at);
      };
      default -> throw call.uncovered("padding by '" + mode + "' is not known");
    };
    int length = call.toInt(Math.max(0, before + size + after), "the size of an axis");
    int[] places = new int[length];
    for (int i = 0; i < length; i++) {
      places[i] = call.toInt(source.applyAsLong(i - before), "a place");
    }
    return call.ops().gather(x, call.indices(places), axis);
  }
}
