package dev.assay.models.onnx.operator;

import dev.assay.spi.op.Tensor;

/** Tensors as matrices. */
final class Flat {
  private Flat() {}

  /** [the axes before this one, the axes from it on]; the axis may also be the rank, or negative. */
  static Tensor from(NodeCall call, Tensor x, long axis) {
    int at = axis(call, x, axis);
    int rank = x.shape().rank();
    return call.ops().reshape(x, x.shape().product(0, at), x.shape().product(at, rank));
  }

  /** An axis between 0 and the rank, the rank included. */
  static int axis(NodeCall call, Tensor x, long axis) {
    int rank = x.shape().rank();
    long at = axis < 0 ? axis + rank : axis;
    if (at < 0 || at > rank) {
      throw call.invalid("axis " + axis + " does not exist in shape " + x.shape());
    }
    return (int) at;
  }
}
