package dev.assay.backend.support;

import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.BoundExpr;
import dev.assay.spi.kernel.Expr;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates expressions over constants of which some fields are patchable, at the ends of their bounds. An expression is
 * monotone in a field that occurs in it once and outside {@code %}, {@code ==}, {@code !=} and {@code isDense}, as long as
 * no divisor and nothing that is asked for its truth passes zero between the ends; so its extremes lie at those ends. A
 * field compared with a number that it never is between its ends does not count: the answer is the same everywhere. Any
 * other use of a patchable field is reported.
 */
final class Corners {
  /**
   * A patchable field.
   *
   * @param name the field slot's name
   * @param place the place of the constant
   * @param parameter its name
   * @param field its field
   * @param minimum the least value
   * @param maximum the greatest value
   */
  record Patch(
      String name,
      int place,
      String parameter,
      String field,
      long minimum,
      long maximum) {}

  private final Signature signature;
  private final List<Patch> patches;
  private final @Nullable StructValue[][] corners;
  private final Problems problems;

  /** Corners of these constants, by place. */
  Corners(Signature signature, @Nullable StructValue[] constants, List<Patch> patches,
      Problems problems) {
    this.signature = signature;
    this.patches = patches;
    this.problems = problems;
    this.corners = new StructValue[1 << patches.size()][];
    for (int corner = 0; corner < corners.length; corner++) {
      corners[corner] = patches.isEmpty() ? constants : constants.clone();
      for (int i = 0; i < patches.size(); i++) {
        Patch patch = patches.get(i);
        StructValue value = constants[patch.place()];
        if (value != null) {
          StructValue patched = Objects.requireNonNullElse(corners[corner][patch.place()], value);
          long end = (corner >> i & 1) == 0 ? patch.minimum() : patch.maximum();
          corners[corner][patch.place()] = patched.with(patch.field(), end);
        }
      }
    }
  }

  /** The greatest value within the bounds; 1 after reporting that there is none. */
  long max(Formula formula) {
    try {
      if (patches.isEmpty()) {
        return formula.value().evaluate(corners[0]);
      }
      checkMonotone(formula.what(), formula.expression());
      return pick(formula.value(), Math::max);
    } catch (ArithmeticException none) {
      return withoutValue(formula, none);
    }
  }

  /** The value where every field is at its greatest; 1 after reporting that there is none. */
  long atGreatest(Formula formula) {
    try {
      return formula.value().evaluate(corners[corners.length - 1]);
    } catch (ArithmeticException none) {
      return withoutValue(formula, none);
    }
  }

  /** The same, after reporting where it is greater anywhere else within the bounds. */
  long greatestAtGreatest(Formula formula) {
    long value = atGreatest(formula);
    if (max(formula) > value) {
      refusePatchesOf(formula.what(), formula.expression(), formula.expression());
    }
    return value;
  }

  /** Whether a condition holds everywhere within the bounds; true after reporting that it has no value. */
  boolean always(Formula condition) {
    try {
      if (patches.isEmpty()) {
        return condition.value().evaluate(corners[0]) != 0;
      }
      checkMonotone(condition.what(), condition.expression());
      checkSign(condition.what(), condition.expression(), condition.expression());
      return pick(condition.value(), (one, two) -> one == 0 || two == 0 ? 0 : one) != 0;
    } catch (ArithmeticException none) {
      return withoutValue(condition, none) != 0;
    }
  }

  private long pick(BoundExpr expression, LongBinaryOperator pick) {
    return Arrays.stream(corners).mapToLong(expression::evaluate).reduce(pick).orElseThrow();
  }

  private long withoutValue(Formula formula, ArithmeticException none) {
    problems.add(withoutValue(formula.what() + " = " + formula.expression(),
        String.valueOf(none.getMessage())));
    return 1;
  }

  private static Problem withoutValue(String what, String reason) {
    if (reason.contains("overflow")) {
      return Problem.of(Codes.INDEX_OVERFLOW, what + " does not fit 64 bits")
          .remedy("split the work into smaller dispatches");
    }
    String sentence = reason.contains("by zero") ? " divides by zero" : " has no value: " + reason;
    return Problem.of(Codes.CONSTANT_FIELD, what + sentence)
        .remedy("correct the constants that it is computed from");
  }

  private void checkMonotone(String what, Expr expression) {
    Set<Patch> seen = new HashSet<>();
    forEachThatCounts(expression, field -> {
      for (Patch patch : patches) {
        if (patch.parameter().equals(field.parameter()) && patch.field().equals(field.field())
            && !seen.add(patch)) {
          refuse(what, expression, patch);
        }
      }
    });
    checkOperators(what, expression);
  }

  private void forEachThatCounts(Expr expression, Consumer<Expr.Field> action) {
    switch (expression) {
      case Expr.Literal literal -> {}
      case Expr.Fact fact -> {}
      case Expr.Field field -> action.accept(field);
      case Expr.Call call ->
          call.arguments().forEach(argument -> forEachThatCounts(argument, action));
      case Expr.Binary binary -> {
        if (!isSettled(binary)) {
          forEachThatCounts(binary.left(), action);
          forEachThatCounts(binary.right(), action);
        }
      }
    }
  }

  /** Whether it compares a field with a number that the field never is between its ends. */
  private boolean isSettled(Expr.Binary binary) {
    if ((binary.operator() != Expr.Operator.EQ && binary.operator() != Expr.Operator.NE)
        || !(binary.left() instanceof Expr.Field)
        || !(binary.right() instanceof Expr.Literal literal)) {
      return false;
    }
    BoundExpr field = signature.bind(binary.left());
    return pick(field, Math::min) > literal.value() || pick(field, Math::max) < literal.value();
  }

  private void checkOperators(String what, Expr expression) {
    switch (expression) {
      case Expr.Literal literal -> {}
      case Expr.Fact fact -> {}
      case Expr.Field field -> {}
      case Expr.Call call -> {
        call.arguments().forEach(argument -> checkOperators(what, argument));
        switch (call.function()) {
          case CEIL_DIV -> checkSign(what, call, call.arguments().get(1));
          case IS_DENSE -> refusePatchesOf(what, call, call);
          case MIN, MAX, POW2_FLOOR, PRODUCT, EXTENT -> {}
        }
      }
      case Expr.Binary binary -> {
        switch (binary.operator()) {
          case REM -> refusePatchesOf(what, binary, binary);
          case EQ, NE -> {
            if (!isSettled(binary)) {
              refusePatchesOf(what, binary, binary);
            }
          }
          case OR, AND -> {
            checkBoth(what, binary);
            checkSign(what, binary, binary.left());
            checkSign(what, binary, binary.right());
          }
          case DIV -> {
            checkBoth(what, binary);
            checkSign(what, binary, binary.right());
          }
          case LE, GE, LT, GT, ADD, SUB, MUL -> checkBoth(what, binary);
        }
      }
    }
  }

  private void checkBoth(String what, Expr.Binary binary) {
    checkOperators(what, binary.left());
    checkOperators(what, binary.right());
  }

  /** A quotient jumps, and a truth turns, where this operand is zero; between ends of two signs neither end shows it. */
  private void checkSign(String what, Expr expression, Expr operand) {
    BoundExpr bound = signature.bind(operand);
    if (pick(bound, Math::min) < 0 && pick(bound, Math::max) > 0) {
      refusePatchesOf(what, expression, operand);
    }
  }

  private void refusePatchesOf(String what, Expr expression, Expr operand) {
    operand.forEachField(field -> patches.stream()
        .filter(patch -> patch.parameter().equals(field.parameter())
            && patch.field().equals(field.field()))
        .forEach(patch -> refuse(what, expression, patch)));
  }

  private void refuse(String what, Expr expression, Patch patch) {
    problems.add(Problem
        .of(Codes.PATCH_RANGE,
            "'" + patch.name() + "' cannot be patchable: " + what + " = " + expression
                + " has no bound that follows from its ends")
        .remedy("bake one record for each value"));
  }
}
