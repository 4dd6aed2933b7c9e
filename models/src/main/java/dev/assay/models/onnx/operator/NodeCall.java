package dev.assay.models.onnx.operator;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.ops.Ops;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One node that is being computed: its inputs, attributes and wanted outputs, the operations to compute it with, and the
 * errors that it may end in. Used by one thread.
 */
final class NodeCall {
  private final TensorScope scope;
  private final Ops ops;
  private final OnnxNode node;
  private final int opset;
  private final List<@Nullable Tensor> inputs;
  private final Attributes attributes;

  NodeCall(TensorScope scope, OnnxNode node, int opset, List<@Nullable Tensor> inputs) {
    this.scope = scope;
    this.ops = scope.ops(Ops.class);
    this.node = node;
    this.opset = opset;
    this.inputs = inputs;
    this.attributes = new Attributes(node);
  }

  TensorScope scope() {
    return scope;
  }

  Ops ops() {
    return ops;
  }

  String operator() {
    return node.operator();
  }

  /** The version of ONNX's operators that the node is written in. */
  int opset() {
    return opset;
  }

  Attributes attributes() {
    return attributes;
  }

  int inputCount() {
    return inputs.size();
  }

  int outputCount() {
    return node.outputs().size();
  }

  /** Whether the node names an output at this position. */
  boolean wants(int output) {
    return output < node.outputs().size() && !node.outputs().get(output).isEmpty();
  }

  /** An input that has to be there. */
  Tensor input(int position) {
    Tensor input = optional(position);
    if (input == null) {
      throw invalid("input " + position + " is missing");
    }
    return input;
  }

  /** An input, or null where the node leaves it out. */
  @Nullable
  Tensor optional(int position) {
    return position < inputs.size() ? inputs.get(position) : null;
  }

  /** All inputs, of which none may be left out. */
  List<Tensor> all() {
    Tensor[] present = new Tensor[inputs.size()];
    Arrays.setAll(present, this::input);
    return List.of(present);
  }

  /**
   * The values of an integer input that says something about shapes (axes, sizes, counts), read on the host; null where
   * the node leaves it out.
   */
  long @Nullable [] integers(int position) {
    Tensor input = optional(position);
    if (input == null) {
      return null;
    }
    if (input.dtype() != DType.I64 && input.dtype() != DType.I32) {
      throw invalid("input " + position + " holds " + input.dtype() + " and not int32 or int64");
    }
    Elements values = input.read();
    long[] integers = new long[Math.toIntExact(values.length())];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = values.getLong(i);
    }
    return integers;
  }

  /** The value of an integer input of one element. */
  long requiredInteger(int position) {
    input(position);
    long[] values = integers(position);
    if (values == null || values.length != 1) {
      throw invalid("input " + position + " does not hold one integer");
    }
    return values[0];
  }

  /** A scalar tensor of this type. */
  Tensor scalar(DType dtype, double value) {
    return scope.tensor(Elements.of(dtype, value), Shape.of());
  }

  /** An int32 vector made on the host. */
  Tensor indices(int... values) {
    return scope.tensor(values, values.length);
  }

  /** What a function of several operations makes of a tensor; 16-bit types are computed in f32 and rounded once. */
  Tensor inFloat(Tensor x, UnaryOperator<Tensor> function) {
    boolean narrow = x.dtype() == DType.F16 || x.dtype() == DType.BF16;
    return narrow
        ? ops.cast(function.apply(ops.cast(x, DType.F32)), x.dtype())
        : function.apply(x);
  }

  /** A number as an index of tensors' axes, sizes or places. */
  int toInt(long value, String what) {
    if (value != (int) value) {
      throw invalid(what + " is out of range: " + value);
    }
    return (int) value;
  }

  int[] toInts(long[] values, String what) {
    return Arrays.stream(values).mapToInt(value -> toInt(value, what)).toArray();
  }

  /** The error for a use of the operator that is not computed. */
  InvalidInputException uncovered(String why) {
    return uncovered(node, why);
  }

  /** The error for a node that contradicts its operator. */
  InvalidInputException invalid(String what) {
    return new InvalidInputException(Problem.of(ModelCodes.ONNX_NODE, what).at(place(node)));
  }

  static InvalidInputException uncovered(OnnxNode node, String why) {
    return new InvalidInputException(
        Problem.of(ModelCodes.ONNX_UNCOVERED, why).at(place(node)));
  }

  /** Where an error arose. */
  static String place(OnnxNode node) {
    return node.name().isEmpty()
        ? "a node of operator " + node.operator()
        : "node '" + node.name() + "' of operator " + node.operator();
  }
}
