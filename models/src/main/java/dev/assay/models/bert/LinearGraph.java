package dev.assay.models.bert;

import dev.assay.models.bert.GraphValues.Operands;
import dev.assay.models.onnx.OnnxNode;

/** Recognises dense layers, alone and with the residual that is added to them. */
final class LinearGraph {
  /** x·W + b and what x is. */
  record Linear(String input, LinearWeights weights) {}

  /** A dense layer and what is added to its output. */
  record Residual(Linear linear, String residual) {}

  private final GraphValues values;

  LinearGraph(GraphValues values) {
    this.values = values;
  }

  boolean isLinear(String value) {
    if (!values.isMadeBy(value, "Add")) {
      return false;
    }
    OnnxNode sum = values.made(value, "Add", 2, "dense layer");
    return sum.inputs().stream().anyMatch(input -> values.constant(input) != null)
        && sum.inputs().stream().anyMatch(input -> values.isMadeBy(input, "MatMul"));
  }

  Linear linear(String value, String role) {
    Operands sum = values.operands(values.made(value, "Add", 2, role), role);
    OnnxNode product = values.made(sum.computed(), "MatMul", 2, role);
    return new Linear(
        product.inputs().get(0),
        new LinearWeights(values.weight(product.inputs().get(1), role), sum.constant()));
  }

  Residual residual(String value, String role) {
    OnnxNode sum = values.made(value, "Add", 2, role);
    int linear = isLinear(sum.inputs().get(0)) ? 0 : 1;
    return new Residual(linear(sum.inputs().get(linear), role), sum.inputs().get(1 - linear));
  }
}
