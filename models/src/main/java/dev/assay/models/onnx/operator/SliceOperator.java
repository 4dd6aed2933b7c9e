package dev.assay.models.onnx.operator;

import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** ONNX's Slice, whose bounds and steps are those of NumPy: a view for positive steps, else a gather. */
final class SliceOperator {
  private SliceOperator() {}

  static Tensor apply(NodeCall call) {
    Tensor x = call.input(0);
    long[] starts = given(call, 1, "starts");
    long[] ends = given(call, 2, "ends");
    if (starts == null || ends == null || starts.length != ends.length) {
      throw call.invalid("starts and ends are not there, or not of one length");
    }
    long[] named = given(call, 3, "axes");
    long[] axes = named == null ? LongStream.range(0, starts.length).toArray() : named;
    long[] given = call.integers(4);
    long[] steps =
        given == null ? LongStream.generate(() -> 1).limit(starts.length).toArray() : given;
    if (axes.length != starts.length || steps.length != starts.length) {
      throw call.invalid("axes or steps are not as many as starts");
    }
    boolean[] seen = new boolean[x.shape().rank()];
    Tensor cut = x;
    for (int i = 0; i < starts.length; i++) {
      int axis = x.shape().axis(call.toInt(axes[i], "axis"));
      if (seen[axis]) {
        throw call.invalid("axes " + Arrays.toString(axes) + " name one twice");
      }
      seen[axis] = true;
      cut = slice(call, cut, axis, starts[i], ends[i], steps[i]);
    }
    return cut;
  }

  private static long @Nullable [] given(NodeCall call, int position, String attribute) {
    long[] values = call.attributes().integers(attribute);
    return values == null ? call.integers(position) : values;
  }

  private static Tensor slice(NodeCall call, Tensor x, int axis, long start, long end, long step) {
    long size = x.shape().size(axis);
    if (step == 0) {
      throw call.invalid("a step is 0");
    }
    // Going down, the place before the first element is a bound too.
    long least = step > 0 ? 0 : -1;
    long most = step > 0 ? size : size - 1;
    long from = Math.clamp(start < 0 ? start + size : start, least, Math.max(least, most));
    long to = Math.clamp(end < 0 ? end + size : end, least, Math.max(least, most));
    long distance = step > 0 ? to - from : from - to;
    // A step of the smallest long has no magnitude, and takes one element like every step beyond the size.
    long stride =
        Math.min(Math.max(1, size), step == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(step));
    long count = Math.max(0, Math.ceilDiv(distance, stride));
    if (step > 0 || count <= 1) {
      return strided(x, axis, count == 0 ? 0 : from, count, stride);
    }
    int[] places = new int[call.toInt(count, "the length of a slice")];
    call.toInt(size, "the size of an axis");
    for (int i = 0; i < places.length; i++) {
      places[i] = (int) (from - i * stride);
    }
    return call.ops().gather(x, call.indices(places), axis);
  }

  private static Tensor strided(Tensor x, int axis, long from, long count, long step) {
    long[] strides = x.strides();
    Shape shape = x.shape().with(axis, count);
    long offset = shape.elements() == 0 ? 0 : from * strides[axis];
    strides[axis] *= count > 1 ? step : 1;
    return x.view(shape, strides, offset);
  }
}
