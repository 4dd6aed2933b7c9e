package dev.assay.models.onnx.operator;

import dev.assay.ops.Ops;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Map;

/** ONNX's RotaryEmbedding by the kernel for a row of the tables for each token. */
final class RotaryOperator {
  private RotaryOperator() {}

  static Map<String, OperatorRule> rules() {
    return Map.of("RotaryEmbedding", OperatorRule.of(3, 4, RotaryOperator::apply, "interleaved",
        "num_heads", "rotary_embedding_dim"));
  }

  private static Tensor apply(NodeCall call) {
    Ops ops = call.ops();
    Tensor x = call.input(0);
    Shape shape = x.shape();
    Tensor tokens = switch (shape.rank()) {
      case 4 -> ops.permute(x, 0, 2, 1, 3);
      case 3 -> heads(call, x, call.attributes().integer("num_heads", 0));
      default -> throw call.invalid("the input has rank " + shape.rank() + " and not 3 or 4");
    };
    long headSize = tokens.shape().size(3);
    long rotated = call.attributes().integer("rotary_embedding_dim", 0);
    if (rotated < 0 || rotated > headSize || rotated % 2 != 0) {
      throw call.invalid("rotary_embedding_dim " + rotated + " is no even part of " + headSize);
    }
    long pairs = (rotated == 0 ? headSize : rotated) / 2;
    Tensor out = ops.ropePerToken(tokens, table(call, 1, tokens.shape(), pairs),
        table(call, 2, tokens.shape(), pairs), call.attributes().flag("interleaved", false));
    return shape.rank() == 4 ? ops.permute(out, 0, 2, 1, 3) : ops.reshape(out, shape.sizes());
  }

  /** [batch, seq, hidden] as [batch, seq, heads, hidden / heads]. */
  static Tensor heads(NodeCall call, Tensor x, long heads) {
    Shape shape = x.shape();
    if (heads < 1 || shape.size(2) % heads != 0) {
      throw call.invalid("the last axis of " + shape + " does not make up " + heads + " heads");
    }
    return call.ops()
        .reshape(x, shape.size(0), shape.size(1), heads, shape.size(2) / heads);
  }

  /** A row for each token: taken by its position from [positions, pairs], or given as [batch, seq, pairs]. */
  private static Tensor table(NodeCall call, int position, Shape tokens, long pairs) {
    Ops ops = call.ops();
    Tensor given = call.input(position);
    Tensor ids = call.optional(3);
    Tensor table = given;
    if (ids != null) {
      if (!ids.shape().equals(Shape.of(tokens.size(0), tokens.size(1)))
          || given.shape().rank() != 2) {
        throw call.invalid("position_ids of " + ids.shape() + " and a table of " + given.shape()
            + " do not fit " + tokens);
      }
      table = ops.gather(given, ops.cast(ids, DType.I32));
    }
    if (!table.shape().equals(Shape.of(tokens.size(0), tokens.size(1), pairs))) {
      throw call.invalid("input " + position + " of " + given.shape() + " does not hold " + pairs
          + " angles for each token of " + tokens);
    }
    return ops.reshape(ops.cast(table, DType.F32), tokens.size(0) * tokens.size(1), pairs);
  }
}
