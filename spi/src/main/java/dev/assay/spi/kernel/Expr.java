package dev.assay.spi.kernel;

import dev.assay.spi.data.StructValue;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * A size as data: an integer expression over the fields of constants and over facts of device and pipeline, evaluated
 * exactly (a result beyond 64 bits is an {@link ArithmeticException}, never a wrapped number). Declarations use it for
 * the touched range of each buffer, implementations for geometry, threadgroup memory and limits.
 *
 * <p>Text form, see {@link #parse}: numbers, {@code params.rows}, {@code n} for a scalar constant, {@code
 * params.shape[0]}, facts such as {@code device.simdWidth}, {@code + - * / %}, comparisons and {@code &&}, {@code ||}
 * (1 for true, 0 for false), parentheses and the {@linkplain Function functions}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Expr {

  /** What an expression may refer to. */
  interface Scope {
    /** The value of the constant parameter of this name. */
    StructValue constant(String parameter);

    /** A fact of the device or pipeline, such as {@code device.simdWidth}. */
    long fact(String name);
  }

  /** The value in this scope. */
  long evaluate(Scope scope);

  /** Passes every reference to a constant's field in this expression to {@code action}. */
  default void forEachField(Consumer<Field> action) {
    switch (this) {
      case Literal literal -> {}
      case Fact fact -> {}
      case Field field -> action.accept(field);
      case Binary binary -> {
        binary.left().forEachField(action);
        binary.right().forEachField(action);
      }
      case Call call -> call.arguments().forEach(argument -> argument.forEachField(action));
    }
  }

  /** Reads the text form; an error names the text and the column. */
  static Expr parse(String text) {
    return new ExprParser(text).parse();
  }

  /** A literal number. */
  record Literal(long value) implements Expr {
    @Override
    public long evaluate(Scope scope) {
      return value;
    }

    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /**
   * A field of a constant.
   *
   * @param parameter the constant parameter
   * @param field its field, empty for a lone scalar
   * @param index the element of an array field, 0 for a scalar
   */
  record Field(String parameter, String field, int index) implements Expr {
    @Override
    public long evaluate(Scope scope) {
      return scope.constant(parameter).getLong(field, index);
    }

    /** All elements of an array field. */
    long[] all(Scope scope) {
      return scope.constant(parameter).getLongs(field);
    }

    @Override
    public String toString() {
      return parameter + (field.isEmpty() ? "" : "." + field) + (index == 0 ? "" : "[" + index + "]");
    }
  }

  /** A fact of device or pipeline, such as {@code device.simdWidth}. */
  record Fact(String name) implements Expr {
    @Override
    public long evaluate(Scope scope) {
      return scope.fact(name);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Two operands and an operator. */
  record Binary(Operator operator, Expr left, Expr right) implements Expr {
    @Override
    public long evaluate(Scope scope) {
      return operator.apply(left.evaluate(scope), right.evaluate(scope));
    }

    @Override
    public String toString() {
      return "(" + left + " " + operator.symbol() + " " + right + ")";
    }
  }

  /** A named function of numbers. */
  record Call(Function function, List<Expr> arguments) implements Expr {
    /** Checks the number of arguments. */
    public Call {
      arguments = List.copyOf(arguments);
      if (arguments.size() != function.arity) {
        throw new IllegalArgumentException(
            function.text + " takes " + function.arity + " arguments, not " + arguments.size());
      }
    }

    @Override
    public long evaluate(Scope scope) {
      return function.apply(arguments, scope);
    }

    @Override
    public String toString() {
      return arguments.stream().map(Expr::toString).collect(Collectors.joining(", ", function.text + "(", ")"));
    }
  }

  /** The operators, by rising precedence of their groups. */
  enum Operator {
    /** Either is non-zero. */
    OR("||", 1),
    /** Both are non-zero. */
    AND("&&", 2),
    /** Equal. */
    EQ("==", 3),
    /** Not equal. */
    NE("!=", 3),
    /** At most. */
    LE("<=", 3),
    /** At least. */
    GE(">=", 3),
    /** Less. */
    LT("<", 3),
    /** Greater. */
    GT(">", 3),
    /** Sum. */
    ADD("+", 4),
    /** Difference. */
    SUB("-", 4),
    /** Product. */
    MUL("*", 5),
    /** Quotient, truncated; a zero divisor is an error. */
    DIV("/", 5),
    /** Remainder. */
    REM("%", 5);

    private final String symbol;
    private final int precedence;

    Operator(String symbol, int precedence) {
      this.symbol = symbol;
      this.precedence = precedence;
    }

    /** The operator in text. */
    public String symbol() {
      return symbol;
    }

    int precedence() {
      return precedence;
    }

    long apply(long a, long b) {
      return switch (this) {
        case OR -> truth(a != 0 || b != 0);
        case AND -> truth(a != 0 && b != 0);
        case EQ -> truth(a == b);
        case NE -> truth(a != b);
        case LE -> truth(a <= b);
        case GE -> truth(a >= b);
        case LT -> truth(a < b);
        case GT -> truth(a > b);
        case ADD -> Math.addExact(a, b);
        case SUB -> Math.subtractExact(a, b);
        case MUL -> Math.multiplyExact(a, b);
        case DIV -> Math.divideExact(a, b);
        case REM -> a % b;
      };
    }

    private static long truth(boolean value) {
      return value ? 1 : 0;
    }
  }

  /** The functions. */
  enum Function {
    /** {@code ceilDiv(a, b)}: the quotient rounded up. */
    CEIL_DIV("ceilDiv", 2),
    /** {@code min(a, b)}. */
    MIN("min", 2),
    /** {@code max(a, b)}. */
    MAX("max", 2),
    /** {@code pow2Floor(a)}: the largest power of two that is at most a, at least 1. */
    POW2_FLOOR("pow2Floor", 1),
    /** {@code product(shape)}: the product of all elements of an array field. */
    PRODUCT("product", 1),
    /**
     * {@code extent(shape, strides)}: elements from the first to behind the last one that a strided index reaches; 0
     * when any size is 0.
     */
    EXTENT("extent", 2),
    /** {@code isDense(shape, strides)}: 1 when the strides are the row-major ones of the shape (sizes of 1 aside). */
    IS_DENSE("isDense", 2);

    private final String text;
    private final int arity;

    Function(String text, int arity) {
      this.text = text;
      this.arity = arity;
    }

    /** The name in text. */
    public String text() {
      return text;
    }

    private long apply(List<Expr> arguments, Scope scope) {
      ToLongFunction<Integer> number = i -> arguments.get(i).evaluate(scope);
      return switch (this) {
        case CEIL_DIV -> Math.ceilDivExact(number.applyAsLong(0), number.applyAsLong(1));
        case MIN -> Math.min(number.applyAsLong(0), number.applyAsLong(1));
        case MAX -> Math.max(number.applyAsLong(0), number.applyAsLong(1));
        case POW2_FLOOR -> Math.max(1, Long.highestOneBit(number.applyAsLong(0)));
        case PRODUCT -> product(array(arguments.get(0), scope));
        case EXTENT -> extent(array(arguments.get(0), scope), array(arguments.get(1), scope));
        case IS_DENSE -> isDense(array(arguments.get(0), scope), array(arguments.get(1), scope)) ? 1 : 0;
      };
    }

    private long[] array(Expr argument, Scope scope) {
      if (argument instanceof Field field) {
        return field.all(scope);
      }
      throw new IllegalArgumentException(text + " takes an array field, not " + argument);
    }

    private static long product(long[] sizes) {
      long product = 1;
      for (long size : sizes) {
        if (size == 0) {
          return 0;
        }
        product = Math.multiplyExact(product, size);
      }
      return product;
    }

    private static long extent(long[] sizes, long[] strides) {
      long last = 0;
      for (int i = 0; i < sizes.length; i++) {
        if (sizes[i] == 0) {
          return 0;
        }
        last = Math.addExact(last, Math.multiplyExact(sizes[i] - 1, strides[i]));
      }
      return Math.addExact(last, 1);
    }

    private static boolean isDense(long[] sizes, long[] strides) {
      long stride = 1;
      for (int i = sizes.length - 1; i >= 0; i--) {
        if (sizes[i] != 1 && strides[i] != stride) {
          return false;
        }
        stride = Math.multiplyExact(stride, sizes[i]);
      }
      return true;
    }
  }
}
