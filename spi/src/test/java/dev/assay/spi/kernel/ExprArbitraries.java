package dev.assay.spi.kernel;

import dev.assay.spi.kernel.Expr.Binary;
import dev.assay.spi.kernel.Expr.Call;
import dev.assay.spi.kernel.Expr.Fact;
import dev.assay.spi.kernel.Expr.Field;
import dev.assay.spi.kernel.Expr.Function;
import dev.assay.spi.kernel.Expr.Literal;
import dev.assay.spi.kernel.Expr.Operator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Generators of the expressions that a text can state, up to some levels deep. */
final class ExprArbitraries {
  private ExprArbitraries() {}

  /** Any expression. */
  static Arbitrary<Expr> expressions() {
    return of(Arbitraries.oneOf(literals(), fields(), facts()), 3, true);
  }

  /** Expressions over these leaves and over functions of numbers only. */
  static Arbitrary<Expr> numeric(Arbitrary<Expr> leaves) {
    return of(leaves, 3, false);
  }

  private static Arbitrary<Expr> of(Arbitrary<Expr> leaves, int levels, boolean arrays) {
    if (levels == 0) {
      return leaves;
    }
    Arbitrary<Expr> below = of(leaves, levels - 1, arrays);
    Arbitrary<Expr> binary =
        Combinators.combine(Arbitraries.of(Operator.class), below, below).as(Binary::new);
    Arbitrary<Expr> call = Arbitraries.of(Function.CEIL_DIV, Function.MIN, Function.MAX)
        .flatMap(
            function -> below.list().ofSize(2).map(arguments -> new Call(function, arguments)));
    Arbitrary<Expr> floor = below.map(argument -> new Call(Function.POW2_FLOOR, List.of(argument)));
    Arbitrary<Expr> ofArrays = Arbitraries.of(Function.PRODUCT, Function.EXTENT, Function.IS_DENSE)
        .flatMap(function -> wholeArrays().list()
            .ofSize(function == Function.PRODUCT ? 1 : 2)
            .map(arguments -> new Call(function, List.copyOf(arguments))));
    return arrays
        ? Arbitraries.oneOf(leaves, binary, binary, call, floor, ofArrays)
        : Arbitraries.oneOf(leaves, binary, binary, call, floor);
  }

  static Arbitrary<Expr> literals() {
    return Arbitraries.longs().greaterOrEqual(0).map(Literal::new);
  }

  private static Arbitrary<Expr> fields() {
    Arbitrary<Expr> scalars = names().map(name -> new Field(name, "", 0));
    Arbitrary<Expr> elements =
        Combinators.combine(names(), names(), Arbitraries.integers().greaterOrEqual(0))
            .as(Field::new);
    return Arbitraries.oneOf(scalars, elements, wholeArrays().map(field -> field));
  }

  private static Arbitrary<Field> wholeArrays() {
    return Combinators.combine(names(), names())
        .as((parameter, field) -> new Field(parameter, field, 0));
  }

  private static Arbitrary<Expr> facts() {
    return Combinators.combine(Arbitraries.of("device", "pipeline"), names())
        .as((owner, name) -> new Fact(owner + "." + name));
  }

  private static Arbitrary<String> names() {
    Arbitrary<String> any = Combinators.combine(
        Arbitraries.chars().range('a', 'z').with('_', 'N', 'Z'),
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withCharRange('0', '9')
            .withChars('_')
            .ofMaxLength(6))
        .as((first, rest) -> first + rest);
    // A function's name without a parenthesis behind it is a name like any other.
    return Arbitraries.oneOf(any, Arbitraries.of("min", "extent", "e5", "_"))
        .filter(name -> !name.equals("device") && !name.equals("pipeline"));
  }
}
