package dev.assay.spi.kernel;

import dev.assay.spi.data.StructValue;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * A size as data: an integer expression over the fields of constants and over facts of device and pipeline, evaluated
 * exactly (what has no exact result, such as a number beyond 64 bits, a zero divisor or the extent of a negative size,
 * is an {@link ArithmeticException}, never a wrapped number). Declarations use it for the touched range of each buffer,
 * implementations for geometry, threadgroup memory and limits.
 *
 * <p>Text form, see {@link #parse}: numbers, {@code params.rows}, {@code n} for a scalar constant, {@code
 * params.shape[0]}, facts such as {@code device.simdWidth}, {@code + - * / %}, comparisons and {@code &&}, {@code ||}
 * (1 for true, 0 for false; the right side counts only where the left one leaves the answer open), parentheses and the
 * {@linkplain Function functions}.
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
      return parameter + (field.isEmpty() ? "" : "." + field)
          + (index == 0 ? "" : "[" + index + "]");
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
      long first = left.evaluate(scope);
      return switch (operator) {
        // As in C, so that a condition can guard the division behind it.
        case AND -> first == 0 ? 0 : operator.apply(first, right.evaluate(scope));
        case OR -> first != 0 ? 1 : operator.apply(first, right.evaluate(scope));
        case EQ, NE, LE, GE, LT, GT, ADD, SUB, MUL, DIV, REM ->
            operator.apply(first, right.evaluate(scope));
      };
    }

    @Override
    public String toString() {
      return "(" + left + " " + operator.symbol() + " " + right + ")";
    }
  }

  /** A named function of numbers or array fields. */
  record Call(Function function, List<Expr> arguments) implements Expr {
    /** Checks number and kind of the arguments. */
    public Call {
      arguments = List.copyOf(arguments);
      if (!function.takes(arguments)) {
        throw new IllegalArgumentException(
            "expected " + function.signature() + ", not " + arguments);
      }
    }

    @Override
    public long evaluate(Scope scope) {
      return function.apply(arguments, scope);
    }

    @Override
    public String toString() {
      return arguments.stream()
          .map(Expr::toString)
          .collect(Collectors.joining(", ", function.text + "(", ")"));
    }
  }

  /** The operators, by rising precedence of their groups, which are those of C. */
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
    LE("<=", 4),
    /** At least. */
    GE(">=", 4),
    /** Less. */
    LT("<", 4),
    /** Greater. */
    GT(">", 4),
    /** Sum. */
    ADD("+", 5),
    /** Difference. */
    SUB("-", 5),
    /** Product. */
    MUL("*", 6),
    /** Quotient, truncated; a zero divisor is an error. */
    DIV("/", 6),
    /** Remainder. */
    REM("%", 6);

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
    CEIL_DIV("ceilDiv", 2, false),
    /** {@code min(a, b)}. */
    MIN("min", 2, false),
    /** {@code max(a, b)}. */
    MAX("max", 2, false),
    /** {@code pow2Floor(a)}: the largest power of two that is at most a, at least 1. */
    POW2_FLOOR("pow2Floor", 1, false),
    /** {@code product(shape)}: the product of all elements of an array field. */
    PRODUCT("product", 1, true),
    /**
     * {@code extent(shape, strides)}: elements from the first to behind the last one that a strided index reaches; 0
     * when any size is 0.
     */
    EXTENT("extent", 2, true),
    /**
     * {@code isDense(shape, strides)}: 1 when the strides are the row-major ones of the shape (sizes of 1 aside), or
     * when any size is 0.
     */
    IS_DENSE("isDense", 2, true);

    private final String text;
    private final int arity;
    private final boolean ofArrays;

    Function(String text, int arity, boolean ofArrays) {
      this.text = text;
      this.arity = arity;
      this.ofArrays = ofArrays;
    }

    /** The name in text. */
    public String text() {
      return text;
    }

    /** Whether these are as many arguments as it takes, all of them whole array fields where it wants arrays. */
    boolean takes(List<Expr> arguments) {
      return arguments.size() == arity
          && (!ofArrays || arguments.stream()
              .allMatch(each -> each instanceof Field field && field.index() == 0));
    }

    /** What it takes, in words. */
    String signature() {
      return text + " of " + arity + (ofArrays ? " array field" : " argument")
          + (arity == 1 ? "" : "s");
    }

    private long apply(List<Expr> arguments, Scope scope) {
      if (ofArrays) {
        long[][] arrays = new long[arity][];
        Arrays.setAll(arrays, i -> ((Field) arguments.get(i)).all(scope));
        return applyToArrays(arrays);
      }
      long first = arguments.get(0).evaluate(scope);
      return applyToNumbers(first, arity == 1 ? first : arguments.get(1).evaluate(scope));
    }

    /** Whether it takes whole array fields rather than numbers. */
    boolean isOfArrays() {
      return ofArrays;
    }

    /** The value for two numbers; a function of one number ignores the second. */
    long applyToNumbers(long first, long second) {
      return switch (this) {
        case CEIL_DIV -> Math.ceilDivExact(first, second);
        case MIN -> Math.min(first, second);
        case MAX -> Math.max(first, second);
        case POW2_FLOOR -> Math.max(1, Long.highestOneBit(first));
        case PRODUCT, EXTENT, IS_DENSE -> throw new IllegalStateException(text + " takes arrays");
      };
    }

    /** The value for as many arrays as it takes. */
    long applyToArrays(long[]... arrays) {
      long[] sizes = arrays[0];
      for (long[] array : arrays) {
        if (array.length != sizes.length) {
          throw new IllegalArgumentException(
              text + " of arrays of " + sizes.length + " and " + array.length + " elements");
        }
        for (long element : array) {
          if (element < 0) {
            throw new ArithmeticException(
                text + " of a negative number in " + Arrays.toString(array));
          }
        }
      }
      // Before any product: sizes in front of the zero may be of any magnitude.
      boolean empty = false;
      for (long size : sizes) {
        empty |= size == 0;
      }
      return switch (this) {
        case PRODUCT -> empty ? 0 : product(sizes);
        case EXTENT -> empty ? 0 : extent(sizes, arrays[1]);
        case IS_DENSE -> empty || isDense(sizes, arrays[1]) ? 1 : 0;
        case CEIL_DIV, MIN, MAX, POW2_FLOOR ->
            throw new IllegalStateException(text + " takes no arrays");
      };
    }

    private static long product(long[] sizes) {
      long product = 1;
      for (long size : sizes) {
        product = Math.multiplyExact(product, size);
      }
      return product;
    }

    private static long extent(long[] sizes, long[] strides) {
      long last = 0;
      for (int i = 0; i < sizes.length; i++) {
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
