package dev.assay.models.onnx.operator;

import dev.assay.spi.op.Tensor;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an operator takes and how it is computed. Immutable.
 *
 * @param fewestInputs how many inputs it has at least, absent ones in between included
 * @param mostInputs how many it has at most
 * @param mostOutputs how many outputs it can make
 * @param attributes the names of all its attributes, in any version of ONNX
 * @param function computes it
 */
record OperatorRule(
    int fewestInputs,
    int mostInputs,
    int mostOutputs,
    Set<String> attributes,
    Function function) {
  /** Stands for any number of inputs or outputs. */
  static final int ANY = Integer.MAX_VALUE;

  /** Computes a node that has passed the checks of its rule. */
  @FunctionalInterface
  interface Function {
    /** The outputs in the operator's order; those that the node does not want may be null or left out at the end. */
    List<@Nullable Tensor> apply(NodeCall call);
  }

  /** Computes a node with one output. */
  @FunctionalInterface
  interface Single {
    Tensor apply(NodeCall call);
  }

  /** A rule of an operator with one output. */
  static OperatorRule of(int fewestInputs, int mostInputs, Single function, String... attributes) {
    return new OperatorRule(fewestInputs, mostInputs, 1, Set.of(attributes),
        call -> Collections.<@Nullable Tensor>singletonList(function.apply(call)));
  }
}
