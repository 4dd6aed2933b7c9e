package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Expr.Call;
import dev.assay.spi.kernel.Expr.Field;
import dev.assay.spi.kernel.Expr.Function;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looking names up before changes nothing: neither a value nor the reason why there is none. */
class BoundExprTest {
  private static final StructLayout PARAMS = StructLayout.struct("BoundParams")
      .field("byte", DType.U8)
      .field("wide", DType.I64)
      .array("shape", DType.I32, 3)
      .array("strides", DType.I32, 3)
      .build();
  private static final List<Parameter> PARAMETERS = List.of(
      new Parameter.Buffer("out", null, Access.WRITE_ALL, Expr.parse("1"), null),
      new Parameter.Constant("n", StructLayout.scalar(DType.U32)),
      new Parameter.FunctionConstant("flag", DType.BOOL),
      new Parameter.Constant("params", PARAMS));

  @Provide
  Arbitrary<Expr> bindable() {
    Arbitrary<Expr> leaves = Arbitraries.oneOf(
        Arbitraries.longs().between(-3, 4).map(Expr.Literal::new),
        ExprArbitraries.literals(),
        Arbitraries.of(new Field("n", "", 0), new Field("flag", "", 0),
            new Field("params", "byte", 0), new Field("params", "wide", 0),
            new Field("params", "shape", 2), new Expr.Fact("device.simdWidth"),
            new Call(Function.PRODUCT, List.of(new Field("params", "shape", 0))),
            new Call(Function.EXTENT,
                List.of(new Field("params", "shape", 0), new Field("params", "strides", 0))),
            new Call(Function.IS_DENSE,
                List.of(new Field("params", "shape", 0), new Field("params", "strides", 0)))));
    return ExprArbitraries.numeric(leaves);
  }

  @Property
  void aBoundExpressionHasTheValueAndTheErrorsOfItsExpression(
      @ForAll("bindable") Expr expression,
      @ForAll @LongRange(min = 0, max = 0xFFFF_FFFFL) long n,
      @ForAll boolean flag,
      @ForAll @LongRange(min = 0, max = 255) long small,
      @ForAll long wide,
      @ForAll @LongRange(min = -1, max = 5) long size) {
    StructValue[] constants = {null, StructValue.ofLong(DType.U32, n), null, PARAMS.value()
        .set("byte", small)
        .set("wide", wide)
        .setAll("shape", new long[] {2, size, 3})
        .setAll("strides", new long[] {3 * size, 3, 1})
        .build()};
    Map<String, StructValue> fixed =
        Map.of("flag", StructValue.ofLong(DType.BOOL, flag ? 1 : 0));
    Expr.Scope scope = new Expr.Scope() {
      @Override
      public StructValue constant(String parameter) {
        return switch (parameter) {
          case "n" -> constants[1];
          case "params" -> constants[3];
          default -> fixed.get(parameter);
        };
      }

      @Override
      public long fact(String name) {
        return 32;
      }
    };
    BoundExpr bound = BoundExpr.of(expression, PARAMETERS, fixed, fact -> 32);

    String expected = outcome(() -> expression.evaluate(scope));
    assertThat(outcome(() -> bound.evaluate(constants))).isEqualTo(expected);
    assertThat(bound.expression()).isSameAs(expression);
  }

  @ParameterizedTest
  @ValueSource(strings = {"width", "params.width", "params.shape[3]", "product(params.sizes)"})
  void aNameThatNoConstantHasIsRefusedWhenItIsLookedUp(String text) {
    assertThatThrownBy(
        () -> BoundExpr.of(Expr.parse(text), PARAMETERS, Map.of(), fact -> 0))
        .isInstanceOf(InvalidCallException.class)
        .hasMessageContaining(text.replaceAll(".*\\(|\\)", ""));
  }

  @Test
  void aConstantWithoutAValueIsAnErrorWhereItCounts() {
    BoundExpr guarded =
        BoundExpr.of(Expr.parse("0 && n"), PARAMETERS, Map.of(), fact -> 0);
    assertThat(guarded.evaluate(new StructValue[4])).isZero();
    BoundExpr needed = BoundExpr.of(Expr.parse("n + 1"), PARAMETERS, Map.of(), fact -> 0);
    assertThatThrownBy(() -> needed.evaluate(new StructValue[4]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String outcome(LongSupplier value) {
    try {
      return Long.toString(value.getAsLong());
    } catch (ArithmeticException none) {
      return String.valueOf(none.getMessage());
    }
  }
}
