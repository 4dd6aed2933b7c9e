package dev.assay.ops;

import dev.assay.ops.ExactCase.Expected;
import dev.assay.ops.ExactCase.Rule;
import dev.assay.spi.data.DType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Rules of the elementwise kernels, in decimals. */
final class NaiveElementwise {
  static final Map<String, Rule> RULES = new HashMap<>();

  static {
    binary("add", BigDecimal::add);
    binary("sub", BigDecimal::subtract);
    binary("mul", BigDecimal::multiply);
    binary("div", (a, b) -> a.divide(b, Decimals.DIGITS));
    binary("max", BigDecimal::max);
    binary("min", BigDecimal::min);
    RULES.put("pow", (exact, output, i) -> power(exact, i));
    unary("exp", Decimals::exp);
    unary("log", Decimals::ln);
    unary("tanh", x -> {
      BigDecimal square = Decimals.exp(x.add(x));
      return square.subtract(BigDecimal.ONE).divide(square.add(BigDecimal.ONE), Decimals.DIGITS);
    });
    unary("sigmoid", x -> {
      BigDecimal power = Decimals.exp(x);
      return power.divide(power.add(BigDecimal.ONE), Decimals.DIGITS);
    });
    unary("softplus", x -> Decimals.ln(Decimals.exp(x).add(BigDecimal.ONE)));
    unary("sqrt", x -> x.sqrt(Decimals.DIGITS));
    unary("rsqrt", x -> BigDecimal.ONE.divide(x, Decimals.DIGITS).sqrt(Decimals.DIGITS));
    unary("erf", Decimals::erf);
    unary("neg", BigDecimal::negate);
    unary("abs", BigDecimal::abs);
    unary("relu", x -> x.signum() > 0 ? x : BigDecimal.ZERO);
    RULES.put("bias_add", (exact, output, i) -> exact.number(
        exact.exact("x", i).add(exact.exact("bias", i % exact.field("width")))));
    RULES.put("clip", (exact, output, i) -> clip(exact, exact.value("x", i)));
    RULES.put("where", (exact, output, i) -> {
      long at = exact.strided(i, "shape", "condition_strides");
      String chosen = exact.buffer("condition").getLong(at) == 1 ? "a" : "b";
      return exact.same(chosen, exact.strided(i, "shape", chosen + "_strides"));
    });
    for (DType source : DType.values()) {
      RULES.put("cast_from_" + source, (exact, output, i) -> cast(exact, exact.exact("x", i)));
    }
  }

  private NaiveElementwise() {}

  private static void binary(String kernel, BinaryOperator<BigDecimal> operator) {
    RULES.put(kernel, (exact, output, i) -> exact.number(operator.apply(
        exact.exact("a", exact.strided(i, "shape", "a_strides")),
        exact.exact("b", exact.strided(i, "shape", "b_strides")))));
  }

  private static void unary(String kernel, UnaryOperator<BigDecimal> function) {
    RULES.put(kernel, (exact, output, i) -> exact.number(function.apply(exact.exact("x", i))));
  }

  private static Expected power(ExactCase exact, long i) {
    long a = exact.strided(i, "shape", "a_strides");
    long b = exact.strided(i, "shape", "b_strides");
    if (exact.dtype().isFloat()) {
      BigDecimal exponent = exact.exact("b", b);
      return exact.number(Decimals.exp(exponent.multiply(Decimals.ln(exact.exact("a", a)))));
    }
    BigInteger base = exact.whole("a", a);
    BigInteger exponent = exact.whole("b", b);
    if (exponent.signum() >= 0) {
      return new Expected.Whole(base.modPow(exponent, BigInteger.TWO.pow(64)));
    }
    // Only ±1 have a negative power whose magnitude is not below 1.
    boolean unit = base.abs().equals(BigInteger.ONE);
    return new Expected.Whole(
        unit ? base.pow(exponent.testBit(0) ? 1 : 2) : BigInteger.ZERO);
  }

  private static Expected clip(ExactCase exact, double x) {
    double low = exact.params().getDouble("low");
    double high = exact.params().getDouble("high");
    return new Expected.Real(high < low || x > high ? high : x < low ? low : x);
  }

  private static Expected cast(ExactCase exact, BigDecimal x) {
    DType target = exact.dtype();
    return switch (target.kind()) {
      case FLOAT ->
          new Expected.Real(target == DType.F32 ? x.floatValue() : x.doubleValue());
      case BOOLEAN -> new Expected.Whole(BigInteger.valueOf(Math.abs(x.signum())));
      case SIGNED, UNSIGNED -> new Expected.Whole(x.toBigInteger()
          .max(BigInteger.valueOf(target.minLong()))
          .min(BigInteger.TWO.pow(8 * target.sizeBytes() - (target.kind() == DType.Kind.SIGNED
              ? 1
              : 0)).subtract(BigInteger.ONE)));
    };
  }
}
