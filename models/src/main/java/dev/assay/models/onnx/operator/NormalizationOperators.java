package dev.assay.models.onnx.operator;

import dev.assay.ops.Ops;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operators that normalise over all axes from one on, which kernels take as rows of a matrix. */
final class NormalizationOperators {
  /** ONNX's number for float32, in which statistics are computed. */
  private static final long FLOAT = 1;

  private NormalizationOperators() {}

  static Map<String, OperatorRule> rules() {
    return Map.of(
        "LayerNormalization", new OperatorRule(2, 3, 3, Set.of("axis", "epsilon", "stash_type"),
            NormalizationOperators::layerNorm),
        "RMSNormalization", OperatorRule.of(2, 2, NormalizationOperators::rmsNorm, "axis",
            "epsilon", "stash_type"));
  }

  private static List<@Nullable Tensor> layerNorm(NodeCall call) {
    Ops ops = call.ops();
    Tensor x = call.input(0);
    int axis = axis(call, x);
    double epsilon = call.attributes().real("epsilon", 1e-5f);
    Tensor rows = Flat.from(call, x, axis);
    Factor scale = factor(call, x, axis, call.input(1), 1);
    Tensor given = call.optional(2);
    Factor bias = given == null
        ? new Factor(constant(call, x.dtype(), rows.shape().size(1), 0), null)
        : factor(call, x, axis, given, 0);
    // The kernel adds β before γ of the outer axes could be applied.
    Tensor beta = scale.outer() == null
        ? bias.vector()
        : constant(call, x.dtype(), rows.shape().size(1), 0);
    boolean statistics = call.wants(1) || call.wants(2);
    List<@Nullable Tensor> outputs = new ArrayList<>();
    Tensor normal;
    if (statistics) {
      Ops.Normalized made = ops.layerNormWithStatistics(rows, scale.vector(), beta, epsilon);
      normal = made.out();
      outputs.add(reduced(call, x, axis, made.mean()));
      outputs.add(reduced(call, x, axis, made.inverseDeviation()));
    } else {
      normal = ops.layerNorm(rows, scale.vector(), beta, epsilon);
    }
    Tensor y = ops.reshape(normal, x.shape().sizes());
    if (scale.outer() != null) {
      y = ops.mul(y, scale.outer());
      y = given == null ? y : ops.add(y, given);
    } else if (bias.outer() != null) {
      y = ops.add(y, bias.outer());
    }
    outputs.addFirst(y);
    return Collections.unmodifiableList(outputs);
  }

  private static Tensor rmsNorm(NodeCall call) {
    Tensor x = call.input(0);
    int axis = axis(call, x);
    Factor scale = factor(call, x, axis, call.input(1), 1);
    Tensor rows = Flat.from(call, x, axis);
    Tensor normal =
        call.ops().rmsNorm(rows, scale.vector(), call.attributes().real("epsilon", 1e-5f));
    Tensor y = call.ops().reshape(normal, x.shape().sizes());
    return scale.outer() == null ? y : call.ops().mul(y, scale.outer());
  }

  private static int axis(NodeCall call, Tensor x) {
    if (call.attributes().integer("stash_type", FLOAT) != FLOAT) {
      throw call.uncovered("statistics are computed in float32 alone");
    }
    int rank = x.shape().rank();
    int axis = Flat.axis(call, x, call.attributes().integer("axis", -1));
    if (axis == rank) {
      throw call.invalid("axis " + axis + " does not exist in shape " + x.shape());
    }
    return axis;
  }

  /**
   * A scale or bias: over the normalised axes a vector for the kernel, else something to apply afterwards.
   *
   * @param vector what the kernel applies
   * @param outer what remains to be applied, or null
   */
  private record Factor(Tensor vector, @Nullable Tensor outer) {}

  private static Factor factor(NodeCall call, Tensor x, int axis, Tensor given, double neutral) {
    Shape shape = x.shape();
    if (!given.shape().broadcast(shape).equals(shape)) {
      throw call.invalid("scale or bias of " + given.shape() + " does not broadcast to " + shape);
    }
    long width = shape.product(axis, shape.rank());
    long[] normalized = Arrays.copyOfRange(shape.sizes(), axis, shape.rank());
    if (given.shape().rank() > normalized.length) {
      return new Factor(constant(call, x.dtype(), width, neutral), given);
    }
    Tensor whole = call.ops().expand(given, normalized);
    return new Factor(call.ops().reshape(whole, width), null);
  }

  private static Tensor constant(NodeCall call, DType dtype, long length, double value) {
    Elements values = Elements.zeros(dtype, length);
    for (long i = 0; i < length && value != 0; i++) {
      values.setDouble(i, value);
    }
    return call.scope().tensor(values, Shape.of(length));
  }

  /** Statistics of rows in the shape of x, with size 1 for the axes that were normalised. */
  private static Tensor reduced(NodeCall call, Tensor x, int axis, Tensor rows) {
    long[] sizes = x.shape().sizes();
    Arrays.fill(sizes, axis, sizes.length, 1);
    return call.ops().reshape(rows, sizes);
  }
}
