package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Expr;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is concluded from the ends of a patchable field's bounds holds for every value between them. */
class CornersTest {
  private static final StructLayout PARAMS = StructLayout.struct("CornerParams")
      .field("p", DType.I32)
      .field("q", DType.I32)
      .build();
  private static final Signature SIGNATURE =
      new Signature(kernel(), DType.F32, Map.of(), fact -> 0);

  @Test
  void whatIsAcceptedHoldsForEveryValueBetweenTheEnds() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    int accepted = 0;
    for (int tries = 0; tries < 20_000; tries++) {
      Expr expression = tree(random, 3, new ArrayList<>(List.of("p", "q")));
      if (random.nextBoolean()) {
        // A field may stand twice where one place asks for a value that it never has.
        expression = new Expr.Binary(Expr.Operator.MUL,
            new Expr.Binary(Expr.Operator.NE, Expr.parse("params.p"),
                new Expr.Literal(random.nextInt(-4, 5))),
            expression);
      }
      Corners.Patch p = patch(random, "p");
      Corners.Patch q = patch(random, "q");
      Problems problems = new Problems("property");
      Corners corners = corners(problems, p, q);
      long max = corners.max(SIGNATURE.formula("work", expression));
      boolean bounded = problems.isEmpty();
      boolean always = corners.always(SIGNATURE.formula("condition", expression));
      if (!bounded) {
        continue;
      }
      accepted++;
      for (long one = p.minimum(); one <= p.maximum(); one++) {
        for (long two = q.minimum(); two <= q.maximum(); two++) {
          long value = new ConstantScope(Map.of("params", params(one, two)), fact -> 0)
              .evaluate(expression);
          assertThat(value).as("%s at %d, %d", expression, one, two).isLessThanOrEqualTo(max);
          if (always && problems.isEmpty()) {
            assertThat(value).as("%s at %d, %d", expression, one, two).isNotZero();
          }
        }
      }
    }
    assertThat(accepted).as("cases that say something").isGreaterThan(5_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8 / params.p", "ceilDiv(8, params.p)", "params.p && 1",
    "0 || params.p", "params.p % 2", "params.p == 0", "params.p != 0", "params.p * params.p",
    "isDense(params.q, params.p)"})
  void aBoundThatDoesNotFollowFromTheEndsIsRefused(String text) {
    Problems problems = new Problems("bounds");
    corners(problems, new Corners.Patch("p", 1, "params", "p", -1, 1))
        .max(SIGNATURE.formula("work", Expr.parse(text)));
    assertThat(problems.list()).extracting(Problem::code).contains(Codes.PATCH_RANGE);
  }

  @Test
  void aConditionThatFailsBetweenItsEndsIsRefused() {
    Problems problems = new Problems("condition");
    corners(problems, new Corners.Patch("p", 1, "params", "p", -1, 1))
        .always(SIGNATURE.formula("limit",
            Expr.parse("params.p")));
    assertThat(problems.list()).extracting(Problem::code).containsExactly(Codes.PATCH_RANGE);
    assertThat(corners(new Problems("end"), new Corners.Patch("p", 1, "params", "p", -1, 0))
        .always(SIGNATURE.formula("limit", Expr.parse("params.p")))).as("0 at one end").isFalse();
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "8 / params.p; constant.field; divides by zero",
    "8 % params.p; constant.field; divides by zero",
    "ceilDiv(8, params.p); constant.field; divides by zero",
    "product(params.q); constant.field; has no value: product of a negative number in [-1]",
    "9223372036854775807 - params.q; index.overflow; does not fit 64 bits"})
  void aSizeWithoutAValueSaysWhy(String text, String code, String reason) {
    Problems problems = new Problems("sizes");
    assertThat(corners(problems).max(SIGNATURE.formula("work", Expr.parse(text)))).isEqualTo(1);
    assertThat(problems.list()).singleElement().satisfies(problem -> {
      assertThat(problem.code().id()).isEqualTo(code);
      assertThat(problem.what()).endsWith(reason);
    });
  }

  private static KernelDeclaration kernel() {
    KernelCase one = KernelCase.labelled("one", DType.F32).constant("params", params(1, 1));
    GoldenCase golden = GoldenCase.of(one, "out", Elements.of(DType.F32, 0), "by hand: nothing");
    return KernelDeclaration.named("test:corners")
        .buffer("out", Access.WRITE_ALL, "1")
        .constant("params", PARAMS)
        .dtype(DType.F32, Tolerance.exact())
        .reference(dispatch -> {})
        .cases((random, dtype) -> one)
        .golden(golden)
        .golden(golden)
        .golden(golden)
        .build();
  }

  private static Corners corners(Problems problems, Corners.Patch... patches) {
    return new Corners(SIGNATURE, new StructValue[] {null, params(0, -1)}, List.of(patches),
        problems);
  }

  private static StructValue params(long p, long q) {
    return PARAMS.value().set("p", p).set("q", q).build();
  }

  private static Corners.Patch patch(RandomGenerator random, String field) {
    int minimum = random.nextInt(-3, 4);
    return new Corners.Patch(field, 1, "params", field, minimum, random.nextInt(minimum, 4));
  }

  /** A random expression in which each field occurs at most once. */
  private static Expr tree(RandomGenerator random, int depth, List<String> fields) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return fields.isEmpty() || random.nextInt(3) == 0
          ? new Expr.Literal(random.nextInt(-2, 4))
          : new Expr.Field("params", fields.removeLast(), 0);
    }
    Expr left = tree(random, depth - 1, fields);
    Expr right = tree(random, depth - 1, fields);
    Expr.Operator[] operators = Expr.Operator.values();
    int choice = random.nextInt(operators.length + 3);
    return switch (choice - operators.length) {
      case 0 -> new Expr.Call(Expr.Function.CEIL_DIV, List.of(left, right));
      case 1 -> new Expr.Call(Expr.Function.MIN, List.of(left, right));
      case 2 -> new Expr.Call(Expr.Function.MAX, List.of(left, right));
      default -> new Expr.Binary(operators[choice], left, right);
    };
  }
}
