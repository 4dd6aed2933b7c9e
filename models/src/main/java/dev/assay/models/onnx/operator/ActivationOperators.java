package dev.assay.models.onnx.operator;

import dev.assay.ops.Ops;
import dev.assay.spi.op.Tensor;
import java.util.Map;

/** The nonlinear functions of networks. */
final class ActivationOperators {
  private ActivationOperators() {}

  static Map<String, OperatorRule> rules() {
    return Map.of(
        "Relu", OperatorRule.of(1, 1, ActivationOperators::relu),
        "LeakyRelu", OperatorRule.of(1, 1, ActivationOperators::leakyRelu, "alpha"),
        "PRelu", OperatorRule.of(2, 2,
            call -> slope(call, call.input(0), call.input(1))),
        "Gelu", OperatorRule.of(1, 1, ActivationOperators::gelu, "approximate"),
        "Swish", OperatorRule.of(1, 1, call -> swish(call, call.input(0)), "alpha"),
        "SwiGLU", OperatorRule.of(2, 2, ActivationOperators::swiGlu, "alpha"),
        "Softmax", OperatorRule.of(1, 1, call -> rows(call, Ops::softmax), "axis"),
        "LogSoftmax", OperatorRule.of(1, 1, call -> rows(call, Ops::logSoftmax), "axis"));
  }

  private static Tensor relu(NodeCall call) {
    Tensor x = call.input(0);
    return x.dtype().isFloat() ? call.ops().relu(x) : call.ops().max(x, call.scalar(x.dtype(), 0));
  }

  private static Tensor leakyRelu(NodeCall call) {
    Tensor x = call.input(0);
    return slope(call, x, call.scalar(x.dtype(), call.attributes().real("alpha", 0.01)));
  }

  /** x where it is positive, else x times a factor that broadcasts to it. */
  private static Tensor slope(NodeCall call, Tensor x, Tensor factor) {
    Ops ops = call.ops();
    Tensor zero = call.scalar(x.dtype(), 0);
    return ops.add(ops.max(x, zero), ops.mul(ops.min(x, zero), factor));
  }

  private static Tensor gelu(NodeCall call) {
    Tensor x = call.input(0);
    String approximate = call.attributes().text("approximate", "none");
    return switch (approximate) {
      case "none" -> call.ops().gelu(x);
      case "tanh" -> call.ops().geluTanh(x);
      default -> throw call.uncovered("GELU approximated by '" + approximate + "' is not known");
    };
  }

  private static Tensor swish(NodeCall call, Tensor x) {
    double alpha = call.attributes().real("alpha", 1);
    Ops ops = call.ops();
    return alpha == 1
        ? ops.silu(x)
        : call.inFloat(x,
            wide -> ops.mul(wide, ops.sigmoid(ops.mul(wide, call.scalar(wide.dtype(), alpha)))));
  }

  private static Tensor swiGlu(NodeCall call) {
    Tensor gate = call.input(0);
    Tensor up = call.input(1);
    return call.attributes().real("alpha", 1) == 1
        ? call.ops().siluMul(gate, up)
        : call.ops().mul(swish(call, gate), up);
  }

  /** A function of the rows of a tensor along an axis. */
  @FunctionalInterface
  private interface RowFunction {
    Tensor apply(Ops ops, Tensor x, int axis);
  }

  /** Along one axis since version 13; before, along all axes from the one named on as if they were one. */
  private static Tensor rows(NodeCall call, RowFunction function) {
    Tensor x = call.input(0);
    if (call.opset() >= 13) {
      int axis = call.toInt(call.attributes().integer("axis", -1), "axis");
      return function.apply(call.ops(), x, axis);
    }
    Tensor flat = Flat.from(call, x, call.attributes().integer("axis", 1));
    return call.ops().reshape(function.apply(call.ops(), flat, 1), x.shape().sizes());
  }
}
