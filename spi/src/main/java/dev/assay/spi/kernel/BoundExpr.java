package dev.assay.spi.kernel;

import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * An {@link Expr} whose names were looked up once: constants are found by the place of their parameter, and facts and
 * function constants have become numbers. It has the values and errors of its expression, and what they cost is what
 * counts in a dispatch that was not baked. Immutable and thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BoundExpr {
  /** A part of the expression. */
  private sealed interface Node {
    long evaluate(@Nullable StructValue[] constants);
  }

  private record Known(long value) implements Node {
    @Override
    public long evaluate(@Nullable StructValue[] constants) {
      return value;
    }
  }

  private record Scalar(int place, StructLayout.Field field, int index) implements Node {
    @Override
    public long evaluate(@Nullable StructValue[] constants) {
      return constant(constants, place).getLong(field, index);
    }

    long[] all(@Nullable StructValue[] constants) {
      return constant(constants, place).getLongs(field);
    }
  }

  private record Binary(Expr.Operator operator, Node left, Node right) implements Node {
    @Override
    public long evaluate(@Nullable StructValue[] constants) {
      long first = left.evaluate(constants);
      return switch (operator) {
        case AND -> first == 0 ? 0 : operator.apply(first, right.evaluate(constants));
        case OR -> first != 0 ? 1 : operator.apply(first, right.evaluate(constants));
        case EQ, NE, LE, GE, LT, GT, ADD, SUB, MUL, DIV, REM ->
            operator.apply(first, right.evaluate(constants));
      };
    }
  }

  /** A function of one number is given it twice. */
  private record Numeric(Expr.Function function, Node first, Node second) implements Node {
    @Override
    public long evaluate(@Nullable StructValue[] constants) {
      return function.applyToNumbers(first.evaluate(constants), second.evaluate(constants));
    }
  }

  private record OfArray(Expr.Function function, Scalar array) implements Node {
    @Override
    public long evaluate(@Nullable StructValue[] constants) {
      return function.applyToArrays(array.all(constants));
    }
  }

  private record OfArrays(Expr.Function function, Scalar first, Scalar second) implements Node {
    @Override
    public long evaluate(@Nullable StructValue[] constants) {
      return function.applyToArrays(first.all(constants), second.all(constants));
    }
  }

  private final Expr expression;
  private final Node root;

  private BoundExpr(Expr expression, Node root) {
    this.expression = expression;
    this.root = root;
  }

  /**
   * Looks up every name.
   *
   * @param parameters of the kernel; the place of a constant is its index
   * @param fixed the function constants
   * @param facts of device and pipeline
   * @throws InvalidCallException for a field that no constant has
   */
  public static BoundExpr of(Expr expression, List<Parameter> parameters,
      Map<String, StructValue> fixed, ToLongFunction<String> facts) {
    return new BoundExpr(expression, new Binding(parameters, fixed, facts).bind(expression));
  }

  /** What was bound. */
  public Expr expression() {
    return expression;
  }

  /** The value where the constants have these values, by the place of their parameter. */
  public long evaluate(@Nullable StructValue[] constants) {
    return root.evaluate(constants);
  }

  private static StructValue constant(@Nullable StructValue[] constants, int place) {
    StructValue value = constants[place];
    if (value == null) {
      throw new IllegalArgumentException("the constant at place " + place + " has no value");
    }
    return value;
  }

  /** The names. */
  private record Binding(
      List<Parameter> parameters,
      Map<String, StructValue> fixed,
      ToLongFunction<String> facts) {

    Node bind(Expr expression) {
      return switch (expression) {
        case Expr.Literal literal -> new Known(literal.value());
        case Expr.Fact fact -> new Known(facts.applyAsLong(fact.name()));
        case Expr.Field field -> {
          StructValue value = fixed.get(field.parameter());
          yield value == null
              ? scalar(field)
              : new Known(value.getLong(field.field(), field.index()));
        }
        case Expr.Binary binary ->
            fold(new Binary(binary.operator(), bind(binary.left()), bind(binary.right())));
        case Expr.Call call -> bind(call.function(), call.arguments());
      };
    }

    private Node bind(Expr.Function function, List<Expr> arguments) {
      if (function.isOfArrays()) {
        Scalar first = scalar((Expr.Field) arguments.getFirst());
        return arguments.size() == 1
            ? new OfArray(function, first)
            : new OfArrays(function, first, scalar((Expr.Field) arguments.getLast()));
      }
      return fold(
          new Numeric(function, bind(arguments.getFirst()), bind(arguments.getLast())));
    }

    private Scalar scalar(Expr.Field named) {
      for (int i = 0; i < parameters.size(); i++) {
        if (parameters.get(i) instanceof Parameter.Constant(var name, var layout)
            && name.equals(named.parameter())) {
          StructLayout.Field field = layout.field(named.field()).orElse(null);
          if (field != null && named.index() < field.scalars()) {
            return new Scalar(i, field, named.index());
          }
        }
      }
      throw new InvalidCallException(
          Problem.of(Codes.CONSTANT_FIELD, "no constant of the kernel has a field '" + named + "'")
              .remedy("correct the expression that names it"));
    }

    /** The number itself where no constant has a say; what has no value keeps the error for the time it is asked for. */
    private static Node fold(Node node) {
      boolean known = switch (node) {
        case Binary(var operator, var left, var right) ->
            left instanceof Known && right instanceof Known;
        case Numeric(var function, var first, var second) ->
            first instanceof Known && second instanceof Known;
        case Known number -> true;
        case Scalar scalar -> false;
        case OfArray array -> false;
        case OfArrays arrays -> false;
      };
      if (!known) {
        return node;
      }
      try {
        return new Known(node.evaluate(new StructValue[0]));
      } catch (ArithmeticException none) {
        return node;
      }
    }
  }
}
