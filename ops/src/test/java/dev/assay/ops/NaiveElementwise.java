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
    RULES.put("pow", (naive, output, i) -> power(naive, i));
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
    RULES.put("bias_add", (naive, output, i) -> naive.number(
        naive.exact("x", i).add(naive.exact("bias", i % naive.field("width")))));
    RULES.put("clip", (naive, output, i) -> clip(naive, naive.value("x", i)));
    RULES.put("where", (naive, output, i) -> {
      long at = naive.strided(i, "shape", "condition_strides");
      String chosen = naive.buffer("condition").getLong(at) == 1 ? "a" : "b";
      return naive.same(chosen, naive.strided(i, "shape", chosen + "_strides"));
    });
    for (String source : new String[] {"f32", "f16", "bf16", "i32", "u8", "i8", "bool"}) {
      RULES.put("cast_from_" + source, (naive, output, i) -> cast(naive, naive.exact("x", i)));
    }
  }

  private NaiveElementwise() {}

  private static void binary(String kernel, BinaryOperator<BigDecimal> operator) {
    RULES.put(kernel, (naive, output, i) -> naive.number(operator.apply(
        naive.exact("a", naive.strided(i, "shape", "a_strides")),
        naive.exact("b", naive.strided(i, "shape", "b_strides")))));
  }

  private static void unary(String kernel, UnaryOperator<BigDecimal> function) {
    RULES.put(kernel, (naive, output, i) -> naive.number(function.apply(naive.exact("x", i))));
  }

  private static Expected power(ExactCase naive, long i) {
    long a = naive.strided(i, "shape", "a_strides");
    long b = naive.strided(i, "shape", "b_strides");
    if (naive.dtype().isFloat()) {
      BigDecimal exponent = naive.exact("b", b);
      return naive.number(Decimals.exp(exponent.multiply(Decimals.ln(naive.exact("a", a)))));
    }
    BigInteger base = naive.whole("a", a);
    BigInteger exponent = naive.whole("b", b);
    if (exponent.signum() >= 0) {
      return new Expected.Whole(base.modPow(exponent, BigInteger.TWO.pow(64)));
    }
    // Only ±1 have a negative power whose magnitude is not below 1.
    boolean unit = base.abs().equals(BigInteger.ONE);
    return new Expected.Whole(
        unit ? base.pow(exponent.testBit(0) ? 1 : 2) : BigInteger.ZERO);
  }

  private static Expected clip(ExactCase naive, double x) {
    double low = naive.params().getDouble("low");
    double high = naive.params().getDouble("high");
    return new Expected.Real(high < low || x > high ? high : x < low ? low : x);
  }

  private static Expected cast(ExactCase naive, BigDecimal x) {
    DType target = naive.dtype();
    return switch (target.kind()) {
      case FLOAT -> new Expected.Real(x.doubleValue());
      case BOOLEAN -> new Expected.Whole(BigInteger.valueOf(Math.abs(x.signum())));
      case SIGNED, UNSIGNED -> new Expected.Whole(x.toBigInteger()
          .max(BigInteger.valueOf(target.minLong()))
          .min(BigInteger.valueOf(target.maxLong())));
    };
  }
}
