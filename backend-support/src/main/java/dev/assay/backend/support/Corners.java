package dev.assay.backend.support;

import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Expr;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;

/**
 * Evaluates expressions over constants of which some fields are patchable, at the ends of their bounds. An expression is
 * monotone in a field that occurs in it once and outside {@code %}, {@code ==} and {@code !=}, so its extremes lie at
 * those ends; any other use of a patchable field is reported.
 */
final class Corners {
  /**
   * A patchable field.
   *
   * @param name the field slot's name
   * @param parameter the constant
   * @param field its field
   * @param minimum the least value
   * @param maximum the greatest value
   */
  record Patch(String name, String parameter, String field, long minimum, long maximum) {}

  private final List<Patch> patches;
  private final List<ConstantScope> scopes = new ArrayList<>();
  private final Problems problems;

  Corners(Map<String, StructValue> constants, List<Patch> patches, ToLongFunction<String> facts,
      Problems problems) {
    this.patches = patches;
    this.problems = problems;
    for (int corner = 0; corner < 1 << patches.size(); corner++) {
      Map<String, StructValue> patched = new LinkedHashMap<>(constants);
      for (int i = 0; i < patches.size(); i++) {
        Patch patch = patches.get(i);
        long end = (corner >> i & 1) == 0 ? patch.minimum() : patch.maximum();
        patched.computeIfPresent(patch.parameter(),
            (name, value) -> value.with(patch.field(), end));
      }
      scopes.add(new ConstantScope(patched, facts));
    }
  }

  /** The greatest value within the bounds; 1 after reporting one that does not fit 64 bits. */
  long max(String what, Expr expression) {
    return extreme(what, expression, Math::max);
  }

  /** The least value within the bounds; 1 after reporting one that does not fit 64 bits. */
  long min(String what, Expr expression) {
    return extreme(what, expression, Math::min);
  }

  private long extreme(String what, Expr expression, LongBinaryOperator pick) {
    if (!patches.isEmpty()) {
      checkMonotone(what, expression);
    }
    try {
      long extreme = scopes.getFirst().evaluate(expression);
      for (ConstantScope scope : scopes.subList(1, scopes.size())) {
        extreme = pick.applyAsLong(extreme, scope.evaluate(expression));
      }
      return extreme;
    } catch (ArithmeticException beyond) {
      problems
          .add(Problem.of(Codes.INDEX_OVERFLOW, what + " = " + expression + " does not fit 64 bits")
              .remedy("split the work into smaller dispatches"));
      return 1;
    }
  }

  private void checkMonotone(String what, Expr expression) {
    Set<Patch> seen = new HashSet<>();
    expression.forEachField(field -> {
      for (Patch patch : patches) {
        if (patch.parameter().equals(field.parameter()) && patch.field().equals(field.field())
            && !seen.add(patch)) {
          refuse(what, expression, patch);
        }
      }
    });
    checkOperators(what, expression);
  }

  private void checkOperators(String what, Expr expression) {
    switch (expression) {
      case Expr.Literal literal -> {}
      case Expr.Fact fact -> {}
      case Expr.Field field -> {}
      case Expr.Call call -> call.arguments().forEach(argument -> checkOperators(what, argument));
      case Expr.Binary binary -> {
        switch (binary.operator()) {
          case REM, EQ, NE -> binary.forEachField(field -> patches.stream()
              .filter(patch -> patch.parameter().equals(field.parameter())
                  && patch.field().equals(field.field()))
              .forEach(patch -> refuse(what, binary, patch)));
          case OR, AND, LE, GE, LT, GT, ADD, SUB, MUL, DIV -> {
            checkOperators(what, binary.left());
            checkOperators(what, binary.right());
          }
        }
      }
    }
  }

  private void refuse(String what, Expr expression, Patch patch) {
    problems.add(Problem
        .of(Codes.PATCH_RANGE,
            "'" + patch.name() + "' cannot be patchable: " + what + " = " + expression
                + " has no bound that follows from its ends")
        .remedy("bake one record for each value"));
  }
}
