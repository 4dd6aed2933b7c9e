package dev.assay.models.onnx.operator;

import static java.util.Map.entry;

import dev.assay.ops.Ops;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Tensor;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Operators that work on each element by itself, with broadcasting. */
final class ElementwiseOperators {
  private ElementwiseOperators() {}

  static Map<String, OperatorRule> rules() {
    return Map.ofEntries(
        entry("Abs", OperatorRule.of(1, 1, ElementwiseOperators::abs)),
        entry("Neg", OperatorRule.of(1, 1, ElementwiseOperators::neg)),
        entry("Exp", unary(Ops::exp)),
        entry("Log", unary(Ops::log)),
        entry("Sqrt", unary(Ops::sqrt)),
        entry("Tanh", unary(Ops::tanh)),
        entry("Sigmoid", unary(Ops::sigmoid)),
        entry("Erf", unary(Ops::erf)),
        entry("Softplus", unary(Ops::softplus)),
        entry("Reciprocal", OperatorRule.of(1, 1, ElementwiseOperators::reciprocal)),
        entry("Add", binary(Ops::add)),
        entry("Sub", binary(Ops::sub)),
        entry("Mul", binary(Ops::mul)),
        entry("Div", binary(Ops::div)),
        entry("Pow", OperatorRule.of(2, 2, ElementwiseOperators::pow)),
        entry("Max", variadic(Ops::max)),
        entry("Min", variadic(Ops::min)),
        entry("Sum", variadic(Ops::add)),
        entry("Mean", OperatorRule.of(1, OperatorRule.ANY, ElementwiseOperators::mean)),
        entry("Where", OperatorRule.of(3, 3,
            call -> call.ops().where(call.input(0), call.input(1), call.input(2)))),
        entry("Clip", OperatorRule.of(1, 3, ElementwiseOperators::clip, "min", "max")));
  }

  /** An operation on one tensor. */
  @FunctionalInterface
  private interface Unary extends BiFunction<Ops, Tensor, Tensor> {}

  /** An operation on two tensors. */
  @FunctionalInterface
  private interface Binary {
    Tensor apply(Ops ops, Tensor a, Tensor b);
  }

  private static OperatorRule unary(Unary operation) {
    return OperatorRule.of(1, 1, call -> operation.apply(call.ops(), call.input(0)));
  }

  private static OperatorRule binary(Binary operation) {
    return OperatorRule.of(2, 2,
        call -> operation.apply(call.ops(), call.input(0), call.input(1)));
  }

  private static OperatorRule variadic(Binary operation) {
    return OperatorRule.of(1, OperatorRule.ANY, call -> fold(call, operation));
  }

  private static Tensor fold(NodeCall call, Binary operation) {
    Iterator<Tensor> inputs = call.all().iterator();
    Tensor folded = inputs.next();
    while (inputs.hasNext()) {
      folded = operation.apply(call.ops(), folded, inputs.next());
    }
    return folded;
  }

  private static Tensor mean(NodeCall call) {
    Tensor sum = fold(call, Ops::add);
    if (!sum.dtype().isFloat()) {
      throw call.uncovered("the mean of " + sum.dtype() + " is not defined");
    }
    return call.ops().div(sum, call.scalar(sum.dtype(), call.inputCount()));
  }

  private static Tensor abs(NodeCall call) {
    Tensor x = call.input(0);
    return switch (x.dtype().kind()) {
      case FLOAT -> call.ops().abs(x);
      case SIGNED -> call.ops().max(x, call.ops().sub(call.scalar(x.dtype(), 0), x));
      case UNSIGNED -> x;
      case BOOLEAN -> throw call.uncovered("a bool has no magnitude");
    };
  }

  private static Tensor neg(NodeCall call) {
    Tensor x = call.input(0);
    return switch (x.dtype().kind()) {
      case FLOAT -> call.ops().neg(x);
      case SIGNED -> call.ops().sub(call.scalar(x.dtype(), 0), x);
      case UNSIGNED, BOOLEAN -> throw call.uncovered(x.dtype() + " has no negative numbers");
    };
  }

  private static Tensor reciprocal(NodeCall call) {
    Tensor x = call.input(0);
    if (!x.dtype().isFloat()) {
      throw call.uncovered("the reciprocal of " + x.dtype() + " is not defined");
    }
    return call.ops().div(call.scalar(x.dtype(), 1), x);
  }

  /** The result has the type of the base, whatever that of the exponent. */
  private static Tensor pow(NodeCall call) {
    Tensor base = call.input(0);
    Tensor exponent = call.input(1);
    DType type = base.dtype();
    if (exponent.dtype() == type) {
      return call.ops().pow(base, exponent);
    }
    if (type.isFloat()) {
      // In f32, where every exponent up to 2²⁴ is exact.
      Tensor power = call.ops()
          .pow(call.ops().cast(base, DType.F32), call.ops().cast(exponent, DType.F32));
      return call.ops().cast(power, type);
    }
    if (exponent.dtype().isFloat()) {
      requireWhole(call, exponent.read(), type);
    } else if (!ConversionOperators.holds(type, exponent.dtype())) {
      throw call.uncovered(
          "an exponent of " + exponent.dtype() + " may not fit the base's type " + type);
    }
    return call.ops().pow(base, call.ops().cast(exponent, type));
  }

  /** Powers of integers are exact only by whole exponents: others would be cut off after a rounding. */
  private static void requireWhole(NodeCall call, Elements exponents, DType type) {
    for (long i = 0; i < exponents.length(); i++) {
      double value = exponents.getDouble(i);
      if (value != Math.rint(value) || value < type.minLong() || value > 0x1p24
          || value > type.maxLong()) {
        throw call.uncovered("an integer to the power of " + value + " is not computed");
      }
    }
  }

  /** The upper bound wins where it is below the lower one. */
  private static Tensor clip(NodeCall call) {
    Tensor x = call.input(0);
    Tensor low = bound(call, 1, "min");
    Tensor high = bound(call, 2, "max");
    Tensor raised = low == null ? x : call.ops().max(x, low);
    return high == null ? raised : call.ops().min(raised, high);
  }

  /** A scalar from an input, or from an attribute as before version 11; null for none. */
  private static @Nullable Tensor bound(NodeCall call, int position, String name) {
    Tensor input = call.optional(position);
    if (input == null) {
      OptionalDouble attribute = call.attributes().real(name);
      return attribute.isPresent()
          ? call.scalar(call.input(0).dtype(), attribute.getAsDouble())
          : null;
    }
    if (input.shape().elements() != 1) {
      throw call.invalid("input " + position + " is not one number but " + input.shape());
    }
    return call.ops().reshape(input);
  }
}
