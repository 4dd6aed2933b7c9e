package dev.assay.models.bert;

import dev.assay.models.bert.GraphValues.Operands;
import dev.assay.models.onnx.OnnxAttribute;
import dev.assay.models.onnx.OnnxNode;
import java.util.List;

/** Recognises softmax(Q·Kᵀ/√headDim + mask)·V over heads, in which Q, K and V are dense layers of one input. */
final class AttentionGraph {
  /** How a layer divides its vectors. */
  record Heads(long count, long dim) {}

  /** A recognised attention, from its input to the joined heads. */
  record Attention(
      String input,
      LinearWeights query,
      LinearWeights key,
      LinearWeights value,
      Heads heads) {}

  private record Projection(LinearGraph.Linear linear, Heads heads) {}

  /** From [batch, tokens, heads, headDim] to [batch, heads, tokens, headDim], and back. */
  private static final List<Long> SWAP = List.of(0L, 2L, 1L, 3L);

  /** The same with the last two axes swapped: Kᵀ. */
  private static final List<Long> SWAP_TRANSPOSED = List.of(0L, 2L, 3L, 1L);

  private final GraphValues values;
  private final LinearGraph linears;

  AttentionGraph(GraphValues values, LinearGraph linears) {
    this.values = values;
    this.linears = linears;
  }

  Attention find(String joined, String role) {
    OnnxNode reshape = values.made(joined, "Reshape", 2, role + "joined heads");
    OnnxNode transpose =
        values.made(reshape.inputs().get(0), "Transpose", 1, role + "joined heads");
    values.ints(transpose, "perm", SWAP, role + "joined heads");
    OnnxNode weighted =
        values.made(transpose.inputs().get(0), "MatMul", 2, role + "weighted values");
    OnnxNode scores = scores(weighted.inputs().get(0), role);
    OnnxNode scaled = values.made(scores.inputs().get(0), "Div", 2, role + "scaled scores");
    OnnxNode product = values.made(scaled.inputs().get(0), "MatMul", 2, role + "scores");
    Projection query = projection(product.inputs().get(0), SWAP, role + "query");
    Projection key = projection(product.inputs().get(1), SWAP_TRANSPOSED, role + "key");
    Projection value = projection(weighted.inputs().get(1), SWAP, role + "value");
    String input = query.linear.input();
    values.same(input, key.linear.input(), role + "input of key");
    values.same(input, value.linear.input(), role + "input of value");
    if (!query.heads.equals(key.heads) || !query.heads.equals(value.heads)) {
      throw values.mismatch(
          role + "heads", "the same for query, key and value",
          query.heads + ", " + key.heads + ", " + value.heads);
    }
    double divisor =
        values.scalar(values.weight(scaled.inputs().get(1), role + "scale"), role + "scale");
    values.number(Math.sqrt((double) query.heads.dim), divisor, role + "scale");
    return new Attention(input, query.linear.weights(), key.linear.weights(),
        value.linear.weights(), query.heads);
  }

  /** The sum of scaled scores and mask under a softmax over the last axis. */
  private OnnxNode scores(String value, String role) {
    OnnxNode softmax = values.made(value, "Softmax", 1, role + "softmax");
    OnnxAttribute axis = softmax.attributes().get("axis");
    if (!new OnnxAttribute.Int(3).equals(axis) && !new OnnxAttribute.Int(-1).equals(axis)) {
      throw values.mismatch(role + "softmax", "the last axis", String.valueOf(axis));
    }
    OnnxNode sum = values.made(softmax.inputs().get(0), "Add", 2, role + "masked scores");
    mask(sum.inputs().get(1), role + "mask");
    return sum;
  }

  /** (1 − attention_mask) · a very negative number, over heads and queries. */
  private void mask(String value, String role) {
    Operands scaled = values.operands(values.made(value, "Mul", 2, role), role);
    double factor = values.scalar(scaled.constant(), role);
    if (!(factor <= -1e4)) {
      throw values.mismatch(role, "a factor of −10000 or less", String.valueOf(factor));
    }
    OnnxNode inverted = values.made(scaled.computed(), "Sub", 2, role);
    values.number(1, values.scalar(values.weight(inverted.inputs().get(0), role), role), role);
    OnnxNode cast = values.made(inverted.inputs().get(1), "Cast", 1, role);
    OnnxNode overQueries = values.made(cast.inputs().get(0), "Unsqueeze", 1, role);
    values.ints(overQueries, "axes", List.of(2L), role);
    OnnxNode overHeads = values.made(overQueries.inputs().get(0), "Unsqueeze", 1, role);
    values.ints(overHeads, "axes", List.of(1L), role);
    values.same("attention_mask", overHeads.inputs().get(0), role);
  }

  private Projection projection(String value, List<Long> permutation, String role) {
    OnnxNode transpose = values.made(value, "Transpose", 1, role);
    values.ints(transpose, "perm", permutation, role);
    OnnxNode reshape = values.made(transpose.inputs().get(0), "Reshape", 2, role);
    OnnxNode shape = values.made(reshape.inputs().get(1), "Concat", 4, role + " shape");
    long count = (long) values.scalar(values.weight(shape.inputs().get(2), role + " heads"),
        role + " heads");
    long dim = (long) values.scalar(values.weight(shape.inputs().get(3), role + " headDim"),
        role + " headDim");
    return new Projection(linears.linear(reshape.inputs().get(0), role), new Heads(count, dim));
  }
}
