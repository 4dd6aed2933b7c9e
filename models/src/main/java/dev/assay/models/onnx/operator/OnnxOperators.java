package dev.assay.models.onnx.operator;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * ONNX's operators as operations on tensors: a node and its inputs in, its outputs out. What an operator, an attribute
 * or an element type asks for and Assay does not compute is refused by name ({@code onnx.uncovered}); a node that
 * contradicts its operator is {@code onnx.node}. All values are computed by kernels on the device; the host reads only
 * integer inputs that say something about shapes, such as axes, sizes, lengths and counts. Thread-safe.
 *
 * <p>Where ONNX and the catalogue differ: softmax of a row of −infinity is 0 here and NaN in ONNX's reference.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class OnnxOperators {
  /** The newest version of ONNX's operators that is known here. */
  public static final int LATEST_OPSET = 28;

  /** What operations refuse where types or shapes do not fit. */
  private static final Set<ErrorCode> NODES_FAULT =
      Set.of(Codes.KERNEL_DTYPE, Codes.SHAPE_INVALID, Codes.BIND_TYPE, Codes.CONSTANT_FIELD);

  private static final Map<String, OperatorRule> RULES = rules();

  private OnnxOperators() {}

  private static Map<String, OperatorRule> rules() {
    Map<String, OperatorRule> rules = new HashMap<>();
    List.of(ActivationOperators.rules(), AttentionOperator.rules(), ConversionOperators.rules(),
        ElementwiseOperators.rules(), RotaryOperator.rules(),
        MatrixOperators.rules(), NormalizationOperators.rules(), PieceOperators.rules(),
        ReductionOperators.rules(), SelectionOperators.rules(), ShapeOperators.rules())
        .forEach(family -> family.forEach((operator, rule) -> {
          if (rules.put(operator, rule) != null) {
            throw new IllegalStateException("two rules for " + operator);
          }
        }));
    return Map.copyOf(rules);
  }

  /** The operators that are computed, in some of their uses at least; those of ONNX's own domain without a prefix. */
  public static Set<String> covered() {
    return Collections.unmodifiableSet(new TreeSet<>(RULES.keySet()));
  }

  /** How many outputs an operator has at most; empty where it is not covered, or where any number is possible. */
  public static OptionalInt mostOutputs(String operator) {
    OperatorRule rule = RULES.get(operator);
    return rule == null || rule.mostOutputs() == OperatorRule.ANY
        ? OptionalInt.empty()
        : OptionalInt.of(rule.mostOutputs());
  }

  /**
   * Computes one node.
   *
   * @param scope where to compute, and what owns the results and all that is made on the way
   * @param node the operator with its attributes; an output with an empty name is not wanted
   * @param opset the version of ONNX's operators that the node is written in
   * @param inputs one for each input that the node names, null for those with an empty name
   * @return one for each output that the node names, null for those with an empty name; an output may be an input itself
   *     or a view of one
   */
  public static List<@Nullable Tensor> run(
      TensorScope scope, OnnxNode node, int opset, List<@Nullable Tensor> inputs) {
    OperatorRule rule = RULES.get(node.operator());
    if (rule == null) {
      throw new InvalidInputException(Problem
          .of(ModelCodes.ONNX_UNCOVERED, "operator " + node.operator() + " is not covered")
          .at(NodeCall.place(node))
          .remedy(NearestNames.advice(node.operator(), RULES.keySet())));
    }
    check(rule, node, opset, inputs);
    List<@Nullable Tensor> made;
    try {
      made = rule.function().apply(new NodeCall(scope, node, opset, inputs));
    } catch (InvalidCallException refused) {
      throw explained(node, refused);
    }
    List<@Nullable Tensor> outputs = new ArrayList<>();
    for (int i = 0; i < node.outputs().size(); i++) {
      boolean wanted = !node.outputs().get(i).isEmpty();
      Tensor output = i < made.size() ? made.get(i) : null;
      if (wanted && output == null) {
        throw NodeCall.uncovered(node, "output " + i + " is not computed");
      }
      outputs.add(wanted ? output : null);
    }
    return outputs;
  }

  /** What an operation refuses because of the node is said of the node; other misuse is the caller's and stays. */
  private static AssayException explained(OnnxNode node, InvalidCallException refused) {
    ErrorCode code = refused.code().equals(Codes.KERNEL_DTYPE)
        ? ModelCodes.ONNX_UNCOVERED
        : ModelCodes.ONNX_NODE;
    if (!NODES_FAULT.contains(refused.code())) {
      return refused;
    }
    InvalidInputException explained = new InvalidInputException(refused.problems()
        .stream()
        .map(problem -> new Problem(code, problem.what(), where(node, problem), problem.expected(),
            problem.actual(), problem.remedy()))
        .toList());
    explained.addSuppressed(refused);
    return explained;
  }

  private static String where(OnnxNode node, Problem problem) {
    String place = NodeCall.place(node);
    return problem.where() == null ? place : place + ", " + problem.where();
  }

  private static void check(
      OperatorRule rule, OnnxNode node, int opset, List<@Nullable Tensor> inputs) {
    if (inputs.size() != node.inputs().size()) {
      throw new IllegalArgumentException(
          inputs.size() + " tensors for " + node.inputs().size() + " inputs");
    }
    Problems problems = new Problems(NodeCall.place(node));
    if (opset < 1 || opset > LATEST_OPSET) {
      problems.add(Problem.of(ModelCodes.ONNX_UNCOVERED, "this opset is not known")
          .expected("1 to " + LATEST_OPSET, Integer.toString(opset)));
    }
    for (String attribute : new TreeSet<>(node.attributes().keySet())) {
      if (!rule.attributes().contains(attribute)) {
        problems.add(
            Problem.of(ModelCodes.ONNX_UNCOVERED, "attribute '" + attribute + "' is not known")
                .expected("one of " + new TreeSet<>(rule.attributes()), attribute));
      }
    }
    count(problems, "inputs", inputs.size(), rule.fewestInputs(), rule.mostInputs());
    count(problems, "outputs", node.outputs().size(), 0, rule.mostOutputs());
    problems.throwIfAny(InvalidInputException::new);
  }

  private static void count(Problems problems, String what, int found, int fewest, int most) {
    if (found < fewest || found > most) {
      problems.add(Problem.of(ModelCodes.ONNX_NODE, "the number of " + what + " is wrong")
          .expected(
              most == OperatorRule.ANY ? "at least " + fewest : fewest + " to " + most,
              Integer.toString(found)));
    }
  }
}
