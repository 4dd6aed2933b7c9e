package dev.assay.models.bert;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.OnnxAttribute;
import dev.assay.models.onnx.OnnxModel;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.models.onnx.OnnxTensor;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Follows a graph from a value to the node that made it, and says where it is not what was expected. */
final class GraphValues {
  /** A node's two inputs told apart: the constant one and the computed one. */
  record Operands(OnnxTensor constant, String computed) {}

  private final OnnxModel model;
  private final Map<String, OnnxNode> producers = new HashMap<>();

  GraphValues(OnnxModel model) {
    this.model = model;
    for (OnnxNode node : model.nodes()) {
      node.outputs().forEach(output -> producers.put(output, node));
    }
  }

  /**
   * The node that makes {@code value}, an {@code operator} with at least {@code inputs} inputs.
   *
   * @param role what the value is in the network, for messages
   */
  OnnxNode made(String value, String operator, int inputs, String role) {
    OnnxNode node = producers.get(value);
    if (node == null || !node.operator().equals(operator) || node.inputs().size() < inputs) {
      throw mismatch(role, "'" + value + "' made by " + operator + " of " + inputs + " inputs",
          describe(value));
    }
    return node;
  }

  /** Whether {@code value} is made by {@code operator}. */
  boolean isMadeBy(String value, String operator) {
    OnnxNode node = producers.get(value);
    return node != null && node.operator().equals(operator);
  }

  /** The inputs of a node of two, one of which must be constant. */
  Operands operands(OnnxNode node, String role) {
    for (int i = 0; i < 2; i++) {
      OnnxTensor constant = constant(node.inputs().get(i));
      if (constant != null) {
        return new Operands(constant, node.inputs().get(1 - i));
      }
    }
    throw mismatch(role, "a constant input of '" + node.name() + "'",
        "none among " + node.inputs());
  }

  /** The value of an initialiser or of a {@code Constant} node, or null where it is neither. */
  @Nullable
  OnnxTensor constant(String value) {
    OnnxTensor initializer = model.initializers().get(value);
    if (initializer != null) {
      return initializer;
    }
    OnnxNode node = producers.get(value);
    return node != null
        && node.operator().equals("Constant")
        && node.attributes().get("value") instanceof OnnxAttribute.Constant(OnnxTensor tensor)
            ? tensor
            : null;
  }

  /** The constant {@code value}. */
  OnnxTensor weight(String value, String role) {
    OnnxTensor constant = constant(value);
    if (constant == null) {
      throw mismatch(role, "'" + value + "' to be constant", describe(value));
    }
    return constant;
  }

  /** The only element of a constant. */
  double scalar(OnnxTensor constant, String role) {
    if (constant.elementCount() != 1) {
      throw mismatch(role, "one number", constant.describe());
    }
    return constant.dtype().isFloat() ? constant.toFloats()[0] : constant.toLongs()[0];
  }

  /** Checks that two values are one. */
  void same(String expected, String actual, String role) {
    if (!expected.equals(actual)) {
      throw mismatch(role, "'" + expected + "'", "'" + actual + "'");
    }
  }

  /** Checks that a number is another one, within float rounding. */
  void number(double expected, double actual, String role) {
    if (!(Math.abs(actual - expected) <= 1e-6 * Math.abs(expected))) {
      throw mismatch(role, String.valueOf(expected), String.valueOf(actual));
    }
  }

  /** Checks the integers of an attribute. */
  void ints(OnnxNode node, String attribute, List<Long> expected, String role) {
    OnnxAttribute found = node.attributes().get(attribute);
    if (!new OnnxAttribute.Ints(expected).equals(found)) {
      throw mismatch(
          role, attribute + " " + expected + " of '" + node.name() + "'",
          found == null ? "none" : found.toString());
    }
  }

  /** The error for a graph that computes something else. */
  InvalidInputException mismatch(String role, String expected, String actual) {
    return new InvalidInputException(
        Problem.of(ModelCodes.MODEL_GRAPH, "the graph is not a BERT encoder: " + role)
            .at(model.source())
            .expected(expected, actual));
  }

  private String describe(String value) {
    OnnxNode node = producers.get(value);
    if (node != null) {
      return node.operator() + " of " + node.inputs();
    }
    OnnxTensor initializer = model.initializers().get(value);
    return initializer != null ? "initialiser " + initializer.describe() : "an input of the graph";
  }
}
