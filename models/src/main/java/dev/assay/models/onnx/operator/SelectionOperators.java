package dev.assay.models.onnx.operator;

import dev.assay.ops.TopKResult;
import dev.assay.spi.data.DType;
import dev.assay.spi.op.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operators that find or take elements by index, and running sums. ONNX's indices are int64, those of kernels int32. */
final class SelectionOperators {
  private SelectionOperators() {}

  static Map<String, OperatorRule> rules() {
    return Map.of(
        "ArgMax", OperatorRule.of(1, 1, call -> arg(call, true), "axis", "keepdims",
            "select_last_index"),
        "ArgMin", OperatorRule.of(1, 1, call -> arg(call, false), "axis", "keepdims",
            "select_last_index"),
        "TopK", new OperatorRule(1, 2, 2, Set.of("axis", "largest", "sorted", "k"),
            SelectionOperators::topK),
        "CumSum", OperatorRule.of(2, 2, SelectionOperators::cumSum, "exclusive", "reverse"),
        "Gather", OperatorRule.of(2, 2, SelectionOperators::gather, "axis"),
        "GatherElements", OperatorRule.of(2, 2, SelectionOperators::gatherElements, "axis"));
  }

  private static Tensor arg(NodeCall call, boolean largest) {
    Tensor x = call.input(0);
    int axis = call.toInt(call.attributes().integer("axis", 0), "axis");
    boolean keepDims = call.attributes().flag("keepdims", true);
    boolean last = call.attributes().flag("select_last_index", false);
    Tensor index = largest
        ? call.ops().argmax(x, axis, keepDims, last)
        : call.ops().argmin(x, axis, keepDims, last);
    return call.ops().cast(index, DType.I64);
  }

  /** In order even where the node would take any order. */
  private static List<@Nullable Tensor> topK(NodeCall call) {
    int axis = call.toInt(call.attributes().integer("axis", -1), "axis");
    boolean largest = call.attributes().flag("largest", true);
    call.attributes().flag("sorted", true);
    long k = call.inputCount() > 1
        ? call.requiredInteger(1)
        : call.attributes().requiredInteger("k");
    TopKResult found = call.ops().topK(call.input(0), k, axis, largest);
    return List.of(found.values(), call.ops().cast(found.indices(), DType.I64));
  }

  private static Tensor cumSum(NodeCall call) {
    int axis = call.toInt(call.requiredInteger(1), "axis");
    boolean exclusive = call.attributes().flag("exclusive", false);
    boolean reverse = call.attributes().flag("reverse", false);
    return call.ops().cumsum(call.input(0), axis, exclusive, reverse);
  }

  private static Tensor gather(NodeCall call) {
    Tensor x = call.input(0);
    int axis = call.toInt(call.attributes().integer("axis", 0), "axis");
    return call.ops().gather(x, indices(call, x.shape().size(axis)), axis);
  }

  private static Tensor gatherElements(NodeCall call) {
    Tensor x = call.input(0);
    int axis = call.toInt(call.attributes().integer("axis", 0), "axis");
    return call.ops().gatherElements(x, indices(call, x.shape().size(axis)), axis);
  }

  /**
   * The indices as kernels take them: int32, negative ones counted from the start. What lies outside stays outside, and is
   * an error of the kernel.
   */
  private static Tensor indices(NodeCall call, long size) {
    Tensor indices = call.input(1);
    if (indices.dtype() != DType.I64 && indices.dtype() != DType.I32) {
      throw call.invalid("the indices are " + indices.dtype() + " and not int32 or int64");
    }
    Tensor narrow = call.ops().cast(indices, DType.I32);
    // −1 for what is negative, else 0: there is no comparison among the kernels.
    Tensor below = call.ops()
        .max(call.ops().min(narrow, call.scalar(DType.I32, 0)), call.scalar(DType.I32, -1));
    Tensor added = call.ops().mul(below, call.scalar(DType.I32, call.toInt(-size, "axis size")));
    return call.ops().add(narrow, added);
  }
}
