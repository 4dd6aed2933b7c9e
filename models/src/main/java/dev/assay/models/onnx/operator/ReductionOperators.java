package dev.assay.models.onnx.operator;

import static java.util.Map.entry;

import dev.assay.ops.Ops;
import dev.assay.spi.op.Tensor;
import java.util.Map;
import java.util.Optional;

/** Operators that reduce axes, which are named by an input or, in older versions, by an attribute. */
final class ReductionOperators {
  private ReductionOperators() {}

  static Map<String, OperatorRule> rules() {
    return Map.ofEntries(
        entry("ReduceSum", plain(Ops::reduceSum)),
        entry("ReduceMean", plain(Ops::reduceMean)),
        entry("ReduceMax", plain(Ops::reduceMax)),
        entry("ReduceMin", plain(Ops::reduceMin)),
        entry("ReduceProd", plain(Ops::reduceProd)),
        entry("ReduceL1", composed((call, x, axes) -> axes.sum(call.ops().abs(x)))),
        entry("ReduceL2", composed(
            (call, x, axes) -> call.ops().sqrt(axes.sum(call.ops().mul(x, x))))),
        entry("ReduceSumSquare", composed((call, x, axes) -> axes.sum(call.ops().mul(x, x)))),
        entry("ReduceLogSum", composed((call, x, axes) -> call.ops().log(axes.sum(x)))),
        entry("ReduceLogSumExp", composed(ReductionOperators::logSumExp)));
  }

  /** One of the catalogue's reductions. */
  @FunctionalInterface
  private interface Reduction {
    Tensor apply(Ops ops, Tensor x, boolean keepDims, int... axes);
  }

  /**
   * The axes of one node.
   *
   * @param ops to reduce with
   * @param keepDims whether reduced axes stay, with size 1
   * @param axes none for all
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Axes(Ops ops, boolean keepDims, int[] axes) {
    Tensor sum(Tensor x) {
      return ops.reduceSum(x, keepDims, axes);
    }

    Tensor max(Tensor x, boolean keep) {
      return ops.reduceMax(x, keep, axes);
    }
  }

  /** A reduction made of several operations. */
  @FunctionalInterface
  private interface Composition {
    Tensor apply(NodeCall call, Tensor x, Axes axes);
  }

  private static OperatorRule plain(Reduction reduction) {
    return rule(call -> {
      Tensor x = call.input(0);
      return axes(call)
          .map(axes -> reduction.apply(call.ops(), x, axes.keepDims(), axes.axes()))
          .orElse(x);
    });
  }

  private static OperatorRule composed(Composition composition) {
    return rule(call -> {
      Axes axes = axes(call).orElseThrow(() -> call.uncovered(
          "no axes, and the function of each element in their place, is not computed"));
      Tensor x = call.input(0);
      if (!x.dtype().isFloat()) {
        throw call.uncovered(call.operator() + " of " + x.dtype() + " is not computed");
      }
      return call.inFloat(x, wide -> composition.apply(call, wide, axes));
    });
  }

  private static OperatorRule rule(OperatorRule.Single function) {
    return OperatorRule.of(1, 2, function, "axes", "keepdims", "noop_with_empty_axes");
  }

  /** Empty where the node asks for nothing to be done. */
  private static Optional<Axes> axes(NodeCall call) {
    long[] named = call.attributes().integers("axes");
    if (named == null) {
      named = call.integers(1);
    }
    boolean keepDims = call.attributes().flag("keepdims", true);
    boolean none = named == null || named.length == 0;
    if (none && call.attributes().flag("noop_with_empty_axes", false)) {
      return Optional.empty();
    }
    int[] axes = named == null ? new int[0] : call.toInts(named, "axis");
    return Optional.of(new Axes(call.ops(), keepDims, axes));
  }

  /** The largest element is taken out, so that nothing overflows; an infinite one, which would leave NaN, is not. */
  private static Tensor logSumExp(NodeCall call, Tensor x, Axes axes) {
    Ops ops = call.ops();
    Tensor shift = ops.clip(axes.max(x, true), -Float.MAX_VALUE, Float.MAX_VALUE);
    Tensor sum = axes.sum(ops.exp(ops.sub(x, shift)));
    Tensor back = axes.keepDims() ? shift : ops.reshape(shift, sum.shape().sizes());
    return ops.add(ops.log(sum), back);
  }
}
