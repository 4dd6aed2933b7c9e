package dev.assay.msl.reader;

import dev.assay.msl.reader.expression.IntegerExpression;
import dev.assay.msl.reader.syntax.AttributeSyntax;
import dev.assay.msl.reader.syntax.TranslationUnit;
import dev.assay.msl.reader.syntax.VariableSyntax;
import dev.assay.msl.reader.text.Token;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Evaluates constants that are computed from function constants, once those have values. */
final class GateExpressions {
  private static final int MAX_DEPTH = 32;

  private final TranslationUnit unit;
  private final Map<String, Object> values;

  GateExpressions(TranslationUnit unit, Map<String, Object> values) {
    this.unit = unit;
    this.values = values;
  }

  /** Whether the constant is true; empty where its value is not understood. */
  Optional<Boolean> isTrue(String name) {
    Long value = value(name, MAX_DEPTH);
    return value == null ? Optional.empty() : Optional.of(value != 0);
  }

  private @Nullable Long value(String name, int depth) {
    if (values.containsKey(name)) {
      return number(values.get(name));
    }
    VariableSyntax constant = unit.declarations()
        .stream()
        .filter(VariableSyntax.class::isInstance)
        .map(VariableSyntax.class::cast)
        .filter(variable -> variable.name().equals(name) && variable.has("constant"))
        .findFirst()
        .orElse(null);
    if (constant == null || depth == 0) {
      return null;
    }
    if (constant.attributes()
        .stream()
        .map(AttributeSyntax::name)
        .anyMatch("function_constant"::equals)) {
      // It has no value, and a parameter that depends on it does not exist.
      return 0L;
    }
    return new Expression(unit.tokens(constant.initializer()), depth - 1).evaluate();
  }

  private static @Nullable Long number(@Nullable Object value) {
    return switch (value) {
      case Boolean truth -> truth ? 1L : 0L;
      case Float number -> null;
      case Double number -> null;
      case Number number -> number.longValue();
      case null, default -> null;
    };
  }

  /** What stands behind the {@code =} of a constant. */
  private final class Expression extends IntegerExpression {
    private final int levels;

    Expression(List<Token> tokens, int levels) {
      super(tokens, MAX_DEPTH);
      this.levels = levels;
    }

    @Override
    protected @Nullable Long identifier() {
      String word = peek();
      at++;
      return switch (word) {
        case "true" -> 1L;
        case "false" -> 0L;
        case "is_function_constant_defined" -> isDefined();
        default -> value(word, levels);
      };
    }

    private Long isDefined() {
      expect("(");
      String name = peek();
      at++;
      expect(")");
      return values.containsKey(name) ? 1L : 0L;
    }
  }
}
