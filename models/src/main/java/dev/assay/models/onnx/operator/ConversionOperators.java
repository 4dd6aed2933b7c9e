package dev.assay.models.onnx.operator;

import dev.assay.models.onnx.ElementTypes;
import dev.assay.ops.Ops;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;
import java.util.Map;

/** Operators that change the element type. */
final class ConversionOperators {
  private ConversionOperators() {}

  static Map<String, OperatorRule> rules() {
    // Saturation and rounding are chosen for 8-bit floating-point types alone, which are not held.
    return Map.of(
        "Cast", OperatorRule.of(1, 1,
            call -> cast(call, type(call, call.attributes().requiredInteger("to"))), "to",
            "saturate", "round_mode"),
        "CastLike", OperatorRule.of(2, 2, call -> cast(call, call.input(1).dtype()), "saturate",
            "round_mode"),
        "DequantizeLinear", OperatorRule.of(2, 3, ConversionOperators::dequantize, "axis",
            "block_size", "output_dtype"));
  }

  /** Whether every value of {@code narrow} is one of {@code wide}; both are integer types. */
  static boolean holds(DType wide, DType narrow) {
    return wide == narrow
        || (narrow != DType.U64 && wide.minLong() <= narrow.minLong()
            && wide.maxLong() >= narrow.maxLong());
  }

  private static DType type(NodeCall call, long number) {
    int known = call.toInt(number, "the number of an element type");
    DType type = ElementTypes.dtype(known);
    if (type == null) {
      throw call.uncovered("element type " + ElementTypes.describe(known) + " is not held");
    }
    return type;
  }

  private static Tensor cast(NodeCall call, DType type) {
    Tensor x = call.input(0);
    boolean integers = !x.dtype().isFloat() && !type.isFloat() && type != DType.BOOL;
    return integers && !holds(type, x.dtype()) ? lowBits(call, x, type) : call.ops().cast(x, type);
  }

  /**
   * ONNX keeps the low bits of an integer that is too large for its new type, where the kernel saturates: multiplied in
   * 64 bits, the others fall off at the top.
   */
  private static Tensor lowBits(NodeCall call, Tensor x, DType type) {
    if (x.dtype() == DType.U64 || type.sizeBytes() == 8) {
      throw call.uncovered("integers of " + x.dtype() + " may not fit " + type);
    }
    Ops ops = call.ops();
    int bits = 8 * type.sizeBytes();
    Tensor factor = call.scalar(DType.I64, Math.scalb(1.0, 64 - bits));
    Tensor signed = ops.div(ops.mul(ops.cast(x, DType.I64), factor), factor);
    if (type.kind() == DType.Kind.UNSIGNED) {
      Tensor below =
          ops.max(ops.min(signed, call.scalar(DType.I64, 0)), call.scalar(DType.I64, -1));
      signed = ops.sub(signed, ops.mul(below, call.scalar(DType.I64, Math.scalb(1.0, bits))));
    }
    return ops.cast(signed, type);
  }

  /** (x − zero point) · scale in f32, where both are one number, one for each place of an axis, or one for each block. */
  private static Tensor dequantize(NodeCall call) {
    Ops ops = call.ops();
    Tensor x = call.input(0);
    Tensor scale = call.input(1);
    long number = call.attributes().integer("output_dtype", 0);
    DType type = number == 0 ? scale.dtype() : type(call, number);
    Tensor zeroPoint = call.optional(2);
    if (zeroPoint != null && (zeroPoint.dtype() != x.dtype()
        || !zeroPoint.shape().equals(scale.shape()))) {
      throw call.invalid("the zero point is " + zeroPoint.dtype() + zeroPoint.shape()
          + " beside x of " + x.dtype() + " and a scale of " + scale.shape());
    }
    Tensor wide = ops.cast(x, DType.F32);
    Tensor centred = zeroPoint == null
        ? wide
        : ops.sub(wide, spread(call, x.shape(), ops.cast(zeroPoint, DType.F32)));
    return ops.cast(
        ops.mul(centred, spread(call, x.shape(), ops.cast(scale, DType.F32))), type);
  }

  /** A scale or zero point in a shape that broadcasts to x. */
  private static Tensor spread(NodeCall call, Shape x, Tensor factor) {
    Ops ops = call.ops();
    if (factor.shape().elements() == 1) {
      return ops.reshape(factor);
    }
    int axis = x.axis(call.toInt(call.attributes().integer("axis", 1), "axis"));
    long block = call.attributes().integer("block_size", 0);
    long size = x.size(axis);
    if (factor.shape().rank() == 1 && factor.shape().size(0) == size) {
      long[] sizes = new long[x.rank()];
      Arrays.fill(sizes, 1);
      sizes[axis] = size;
      return ops.reshape(factor, sizes);
    }
    long blocks = block < 1 ? 0 : Math.ceilDiv(size, block);
    if (blocks == 0 || !factor.shape().equals(x.with(axis, blocks))) {
      throw call.invalid("a scale or zero point of " + factor.shape() + " fits neither " + x
          + " nor axis " + axis + " nor blocks of " + block);
    }
    long outer = x.product(0, axis);
    long inner = x.product(axis + 1, x.rank());
    Tensor repeated = ops.expand(ops.reshape(factor, outer, blocks, 1, inner), outer, blocks,
        block, inner);
    Tensor whole = ops.reshape(repeated, outer, blocks * block, inner);
    return ops.reshape(ops.narrow(whole, 1, 0, size), x.sizes());
  }
}
