package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.kernel.Expr.Binary;
import dev.assay.spi.kernel.Expr.Call;
import dev.assay.spi.kernel.Expr.Fact;
import dev.assay.spi.kernel.Expr.Field;
import dev.assay.spi.kernel.Expr.Literal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExprEvaluationTest {
  @Provide
  Arbitrary<Expr> expressions() {
    Arbitrary<Expr> fields = Arbitraries.integers().between(0, 5).map(i -> new Field("p", "x", i));
    Arbitrary<Expr> small = Arbitraries.longs().between(0, 40).map(Literal::new);
    return ExprArbitraries
        .numeric(Arbitraries.oneOf(fields, fields, small, ExprArbitraries.literals(),
            Arbitraries.just(new Fact("device.simdWidth"))));
  }

  @Provide
  Arbitrary<Long> numbers() {
    return Arbitraries.oneOf(Arbitraries.longs().between(-40, 40), Arbitraries.longs(),
        Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, 1L << 32, -1L));
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void theResultIsExactOrAnArithmeticException(
      @ForAll("expressions") Expr expression, @ForAll @Size(6) List<@From("numbers") Long> values) {
    long[] x = values.stream().mapToLong(Long::longValue).toArray();
    ExprScope scope = ExprScope.of(Map.of("x", x)).withFact("device.simdWidth", 32);

    BigInteger expected;
    try {
      expected = oracle(expression, x);
    } catch (ArithmeticException noResult) {
      assertThatThrownBy(() -> expression.evaluate(scope)).isInstanceOf(ArithmeticException.class);
      return;
    }
    assertThat(expression.evaluate(scope)).isEqualTo(expected.longValueExact());
  }

  /** The same in big integers; throws where any step that counts leaves 64 bits or divides by zero. */
  private static BigInteger oracle(Expr expression, long[] x) {
    BigInteger result = switch (expression) {
      case Literal(long value) -> BigInteger.valueOf(value);
      case Field field -> BigInteger.valueOf(x[field.index()]);
      case Fact fact -> BigInteger.valueOf(32);
      case Binary(Expr.Operator operator, Expr left, Expr right) ->
          operation(operator, oracle(left, x), right, x);
      case Call(Expr.Function function, List<Expr> arguments) -> function(function,
          arguments.stream().map(argument -> oracle(argument, x)).toList());
    };
    result.longValueExact();
    return result;
  }

  private static BigInteger operation(Expr.Operator operator, BigInteger a, Expr right, long[] x) {
    boolean left = a.signum() != 0;
    if (operator.symbol().equals("&&")) {
      return truth(left && oracle(right, x).signum() != 0);
    }
    if (operator.symbol().equals("||")) {
      return truth(left || oracle(right, x).signum() != 0);
    }
    BigInteger b = oracle(right, x);
    return switch (operator.symbol()) {
      case "==" -> truth(a.compareTo(b) == 0);
      case "!=" -> truth(a.compareTo(b) != 0);
      case "<=" -> truth(a.compareTo(b) <= 0);
      case ">=" -> truth(a.compareTo(b) >= 0);
      case "<" -> truth(a.compareTo(b) < 0);
      case ">" -> truth(a.compareTo(b) > 0);
      case "+" -> a.add(b);
      case "-" -> a.subtract(b);
      case "*" -> a.multiply(b);
      case "/" -> a.divide(b);
      case "%" -> a.remainder(b);
      default -> throw new AssertionError(operator);
    };
  }

  private static BigInteger function(Expr.Function function, List<BigInteger> arguments) {
    BigInteger a = arguments.getFirst();
    BigInteger b = arguments.getLast();
    return switch (function.text()) {
      case "min" -> a.min(b);
      case "max" -> a.max(b);
      case "pow2Floor" ->
          a.signum() <= 0 ? BigInteger.ONE : BigInteger.ONE.shiftLeft(a.bitLength() - 1);
      case "ceilDiv" -> {
        BigInteger[] parts = a.divideAndRemainder(b);
        yield parts[1].signum() * b.signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
      }
      default -> throw new AssertionError(function);
    };
  }

  private static BigInteger truth(boolean value) {
    return value ? BigInteger.ONE : BigInteger.ZERO;
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "1 / 0", "1 % 0", "0 / 0", "ceilDiv(1, 0)", "ceilDiv(0, 0)", "9223372036854775807 + 1",
    "0 - 9223372036854775807 - 2",
    "4294967296 * 2147483648", "(0 - 9223372036854775807 - 1) / (0 - 1)",
    "ceilDiv(0 - 9223372036854775807 - 1, 0 - 1)",
    "1 / 0 && 0", "0 || 1 / 0", "1 && 1 / 0"})
  void whatHasNoExactResultIsAnArithmeticException(String text) {
    assertThatThrownBy(() -> ExprScope.EMPTY.evaluate(text))
        .isInstanceOf(ArithmeticException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'ceilDiv(7, 2)', 4", "'ceilDiv(8, 2)', 4", "'ceilDiv(0, 5)', 0", "'ceilDiv(0 - 7, 2)', -3",
    "'ceilDiv(7, 0 - 2)', -3",
    "'ceilDiv(0 - 7, 0 - 2)', 4", "'ceilDiv(9223372036854775807, 2)', 4611686018427387904",
    "'(0 - 7) / 2', -3", "'(0 - 7) % 2', -1", "'(0 - 9223372036854775807 - 1) % (0 - 1)', 0",
    "pow2Floor(0), 1", "pow2Floor(1), 1", "pow2Floor(0 - 5), 1", "pow2Floor(384), 256",
    "pow2Floor(256), 256",
    "pow2Floor(9223372036854775807), 4611686018427387904",
    "3 && 5, 1", "3 || 0, 1", "0 || 7, 1", "0 && 1, 0", "0 || 0, 0", "2 == 2, 1", "2 != 2, 0",
    "4294967296 == 0, 0"})
  void knownResults(String text, long expected) {
    assertThat(ExprScope.EMPTY.evaluate(text)).isEqualTo(expected);
  }

  @Test
  void aConditionGuardsWhatStandsBehindIt() {
    assertThat(ExprScope.EMPTY.evaluate("0 > 0 && 1 / 0")).isZero();
    assertThat(ExprScope.EMPTY.evaluate("1 > 0 || 1 / 0")).isEqualTo(1);
  }

  @Test
  void factsComeFromTheScope() {
    assertThat(ExprScope.EMPTY.withFact("pipeline.width", 64).evaluate("2 * pipeline.width"))
        .isEqualTo(128);
    assertThatThrownBy(() -> ExprScope.EMPTY.evaluate("device.unheardOf"))
        .hasMessage("no fact device.unheardOf");
  }

  @Test
  void everyFieldIsVisitedOnceInOrder() {
    List<String> visited = new ArrayList<>();
    Expr.parse("n * p.a[2] + min(device.x, q.b) + extent(p.shape, p.strides) - 3 * n")
        .forEachField(field -> visited.add(field.toString()));

    assertThat(visited).containsExactly("n", "p.a[2]", "q.b", "p.shape", "p.strides", "n");
  }

  @Test
  void callsBuiltInJavaAreCheckedToo() {
    assertThatThrownBy(() -> new Call(Expr.Function.MIN, List.of(new Literal(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected min of 2 arguments, not [1]");
    assertThatThrownBy(() -> new Call(Expr.Function.PRODUCT, List.of(new Literal(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected product of 1 array field, not [1]");
  }
}
