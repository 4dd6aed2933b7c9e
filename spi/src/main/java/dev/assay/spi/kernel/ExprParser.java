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

  private final String text;
  private int position;
  private int depth;

  ExprParser(String text) {
    this.text = text;
  }

  Expr parse() {
    Expr expression = binary(1);
    if (peek() != 0) {
      throw error("an operator or the end");
    }
    return expression;
  }

  private Expr binary(int lowest) {
    if (++depth > DEEPEST) {
      throw error("fewer than " + DEEPEST + " levels");
    }
    Expr left = primary();
    for (Operator operator = operator(); operator != null && operator.precedence() >= lowest; operator = operator()) {
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
      int start = position;
      while (position < text.length() && Character.isDigit(text.charAt(position))) {
        position++;
      }
      try {
        return new Literal(Long.parseLong(text, start, position, 10));
      } catch (NumberFormatException tooLarge) {
        position = start;
        throw error("a number of 64 bits");
      }
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
      if (!(primary() instanceof Literal(long value)) || value > Integer.MAX_VALUE) {
        throw error("a literal index");
      }
      index = (int) value;
      expect(']');
    }
    return new Field(name, field, index);
  }

  private Expr call(String name) {
    for (Function function : Function.values()) {
      if (function.text().equals(name)) {
        expect('(');
        List<Expr> arguments = new ArrayList<>();
        do {
          arguments.add(binary(1));
        } while (accept(','));
        expect(')');
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
