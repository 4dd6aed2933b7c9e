package dev.assay.models.onnx.operator;

import dev.assay.ops.Ops;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operators that cut tensors into pieces, put pieces together, or repeat them. */
final class PieceOperators {
  private PieceOperators() {}

  static Map<String, OperatorRule> rules() {
    return Map.of(
        "Concat", OperatorRule.of(1, OperatorRule.ANY, PieceOperators::concat, "axis"),
        "Split", new OperatorRule(1, 2, OperatorRule.ANY, Set.of("axis", "split", "num_outputs"),
            PieceOperators::split),
        "Slice", OperatorRule.of(1, 5, SliceOperator::apply, "starts", "ends", "axes"),
        "Pad", OperatorRule.of(1, 4, PadOperator::apply, "mode", "pads", "value"),
        "Tile", OperatorRule.of(2, 2, PieceOperators::tile),
        "Trilu", OperatorRule.of(1, 2, PieceOperators::trilu, "upper"));
  }

  private static Tensor concat(NodeCall call) {
    int axis = call.toInt(
        call.opset() < 4
            ? call.attributes().integer("axis", 1)
            : call.attributes().requiredInteger("axis"),
        "axis");
    return call.ops().concat(axis, call.all().toArray(new Tensor[0]));
  }

  /** Lengths from an input or an attribute; without them pieces of one length, the last one shorter where need be. */
  private static List<@Nullable Tensor> split(NodeCall call) {
    Tensor x = call.input(0);
    int axis = call.toInt(call.attributes().integer("axis", 0), "axis");
    long size = x.shape().size(axis);
    int outputs = call.outputCount();
    long[] lengths = call.attributes().integers("split");
    if (lengths == null) {
      lengths = call.integers(1);
    }
    if (lengths == null) {
      if (call.attributes().integer("num_outputs", outputs) != outputs) {
        throw call.invalid("the node has " + outputs + " outputs, and num_outputs says otherwise");
      }
      lengths = new long[outputs];
      long rest = size;
      for (int i = 0; i < outputs; i++) {
        lengths[i] = Math.min(rest, Math.ceilDiv(size, outputs));
        rest -= lengths[i];
      }
    }
    if (lengths.length != outputs) {
      throw call.invalid("the node has " + outputs + " outputs for " + lengths.length + " pieces");
    }
    return Collections.unmodifiableList(new ArrayList<@Nullable Tensor>(
        call.ops().split(x, axis, lengths)));
  }

  private static Tensor tile(NodeCall call) {
    Tensor x = call.input(0);
    call.input(1);
    long[] repeats = call.integers(1);
    if (repeats == null || repeats.length != x.shape().rank()) {
      throw call.invalid("repeats are not one number for each axis of " + x.shape());
    }
    if (Arrays.stream(repeats).anyMatch(count -> count < 0)) {
      throw call.invalid("repeats " + Arrays.toString(repeats) + " are negative");
    }
    Tensor tiled = x;
    for (int axis = 0; axis < repeats.length; axis++) {
      if (repeats[axis] != 1) {
        tiled = repeat(call.ops(), tiled, axis, repeats[axis]);
      }
    }
    return tiled;
  }

  private static Tensor repeat(Ops ops, Tensor x, int axis, long count) {
    Shape shape = x.shape();
    long outer = shape.product(0, axis);
    long inner = shape.product(axis, shape.rank());
    Tensor repeated = ops.expand(ops.reshape(x, outer, 1, inner), outer, count, inner);
    return ops.reshape(repeated, shape.with(axis, count * shape.size(axis)).sizes());
  }

  private static Tensor trilu(NodeCall call) {
    Tensor x = call.input(0);
    long k = call.optional(1) == null ? 0 : call.requiredInteger(1);
    // Beyond every row and column all diagonals are alike.
    int diagonal = (int) Math.clamp(k, (long) -Integer.MAX_VALUE, (long) Integer.MAX_VALUE);
    return call.attributes().flag("upper", true)
        ? call.ops().triu(x, diagonal)
        : call.ops().tril(x, diagonal);
  }
}
