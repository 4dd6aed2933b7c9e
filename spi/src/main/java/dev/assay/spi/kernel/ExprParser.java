package dev.assay.spi.kernel;

import dev.assay.spi.kernel.Expr.Binary;
import dev.assay.spi.kernel.Expr.Call;
import dev.assay.spi.kernel.Expr.Fact;
import dev.assay.spi.kernel.Expr.Field;
import dev.assay.spi.kernel.Expr.Function;
import dev.assay.spi.kernel.Expr.Literal;
import dev.assay.spi.kernel.Expr.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads {@link Expr}'s text form by precedence climbing. */
final class ExprParser {
  private static final Set<String> FACT_OWNERS = Set.of("device", "pipeline");
  private static final int DEEPEST = 64;
  // A chain of operators is a tree as deep as it is long, and is walked by recursion.
  private static final int LONGEST = 4096;

  private final String text;
  private int position;
  private int depth;

  ExprParser(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "an expression has at most " + LONGEST + " characters, not " + text.length());
    }
    this.text = text;
  }

  Expr parse() {
    Expr expression = binary(1);
    peek();
    if (position < text.length()) {
      throw error("an operator or the end");
    }
    return expression;
  }

  private Expr binary(int lowest) {
    if (++depth > DEEPEST) {
      throw error("fewer than " + DEEPEST + " levels");
    }
    Expr left = primary();
    for (Operator operator = operator(); operator != null && operator.precedence() >= lowest;
        operator = operator()) {
      position += operator.symbol().length();
      left = new Binary(operator, left, binary(operator.precedence() + 1));
    }
    depth--;
    return left;
  }

  private @org.jspecify.annotations.Nullable Operator operator() {
    peek();
    for (Operator operator : Operator.values()) {
      if (text.startsWith(operator.symbol(), position)) {
        return operator;
      }
    }
    return null;
  }

  private Expr primary() {
    char next = peek();
    if (next == '(') {
      position++;
      Expr inner = binary(1);
      expect(')');
      return inner;
    }
    if (Character.isDigit(next)) {
      return new Literal(number(Long.MAX_VALUE, "a number of 64 bits"));
    }
    if (!Character.isJavaIdentifierStart(next)) {
      throw error("a number, a name or '('");
    }
    return named(identifier());
  }

  private Expr named(String name) {
    char next = peek();
    if (next == '(') {
      return call(name);
    }
    if (next != '.') {
      return new Field(name, "", 0);
    }
    position++;
    String field = identifier();
    if (FACT_OWNERS.contains(name)) {
      return new Fact(name + "." + field);
    }
    int index = 0;
    if (peek() == '[') {
      position++;
      index = (int) number(Integer.MAX_VALUE, "a literal index");
      expect(']');
    }
    return new Field(name, field, index);
  }

  /** A literal number up to {@code most}. */
  private long number(long most, String wanted) {
    peek();
    int start = position;
    while (position < text.length() && Character.isDigit(text.charAt(position))) {
      position++;
    }
    try {
      long value = Long.parseLong(text, start, position, 10);
      if (value <= most) {
        return value;
      }
    } catch (NumberFormatException noNumber) {
      // Empty or beyond 64 bits: the same error as beyond the limit.
    }
    position = start;
    throw error(wanted);
  }

  private Expr call(String name) {
    int start = position;
    for (Function function : Function.values()) {
      if (function.text().equals(name)) {
        expect('(');
        List<Expr> arguments = new ArrayList<>();
        do {
          arguments.add(binary(1));
        } while (accept(','));
        expect(')');
        if (!function.takes(arguments)) {
          position = start;
          throw error(function.signature());
        }
        return new Call(function, arguments);
      }
    }
    throw error("a known function instead of '" + name + "'");
  }

  private String identifier() {
    peek();
    int start = position;
    while (position < text.length() && Character.isJavaIdentifierPart(text.charAt(position))) {
      position++;
    }
    if (start == position) {
      throw error("a name");
    }
    return text.substring(start, position);
  }

  private boolean accept(char wanted) {
    if (peek() == wanted) {
      position++;
      return true;
    }
    return false;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw error("'" + wanted + "'");
    }
  }

  /** The next character that is no space, 0 at the end. */
  private char peek() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    return position < text.length() ? text.charAt(position) : 0;
  }

  private IllegalArgumentException error(String wanted) {
    return new IllegalArgumentException(
        "expression '" + text + "', column " + (position + 1) + ": expected " + wanted);
  }
}
