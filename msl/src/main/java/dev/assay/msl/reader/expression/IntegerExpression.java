package dev.assay.msl.reader.expression;

import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates an integer expression of C over a token list by precedence climbing, in 64-bit two's complement. A part
 * that is not known makes what depends on it unknown (null), while {@code false && unknown} is still false. What
 * stands for a value is the subclass's matter. Not thread-safe.
 */
public abstract class IntegerExpression {

  /** The expression's tokens. */
  protected final List<Token> tokens;

  /** Index of the next token to read. */
  protected int at;

  private final int maxDepth;
  private int depth;
  private boolean malformed;

  /**
   * An evaluation of {@code tokens} from the first.
   *
   * @param maxDepth operators and parentheses within each other, past which the list counts as no expression
   */
  protected IntegerExpression(List<Token> tokens, int maxDepth) {
    this.tokens = tokens;
    this.maxDepth = maxDepth;
  }

  /** The value of the whole list, or null when it is unknown or the list is no expression. */
  public final @Nullable Long evaluate() {
    Long value = ternary();
    if (at < tokens.size()) {
      malformed = true;
    }
    return malformed ? null : value;
  }

  /** Whether the list was no expression, known after {@link #evaluate()}. */
  public final boolean isMalformed() {
    return malformed;
  }

  /**
   * Reads an identifier, with all that belongs to it, at {@link #at}.
   *
   * @return its value, or null when it is unknown
   */
  protected abstract @Nullable Long identifier();

  /**
   * Reads what a parenthesis at {@link #at} opens where it is no parenthesised expression, such as a cast.
   *
   * @return true when it was read, its value in {@link #special}
   */
  protected boolean specialParenthesis() {
    return false;
  }

  /** The value that {@link #specialParenthesis()} read. */
  protected @Nullable Long special;

  /** Marks the expression as none; its value becomes unknown. */
  protected final void malformed() {
    malformed = true;
    at = tokens.size();
  }

  /** The next token's text when it is no literal, else an empty string. */
  protected final String peek() {
    return peek(0);
  }

  /** The text of the token {@code ahead} places on when it is no literal, else an empty string. */
  protected final String peek(int ahead) {
    if (at + ahead >= tokens.size()) {
      return "";
    }
    Token token = tokens.get(at + ahead);
    return token.kind() == TokenKind.PUNCTUATOR || token.kind() == TokenKind.IDENTIFIER
        ? token.text()
        : "";
  }

  /** Steps over {@code spelling} when it is next. */
  protected final boolean accept(String spelling) {
    if (peek().equals(spelling)) {
      at++;
      return true;
    }
    return false;
  }

  /** Steps over {@code spelling}, or marks the expression as none. */
  protected final void expect(String spelling) {
    if (!accept(spelling)) {
      malformed();
    }
  }

  /** Reads an expression with {@code ?:} and all that binds tighter. */
  protected final @Nullable Long ternary() {
    if (++depth > maxDepth) {
      malformed();
      depth--;
      return null;
    }
    Long condition = binary(1);
    if (accept("?")) {
      Long yes = ternary();
      expect(":");
      Long no = ternary();
      condition = condition == null ? null : condition != 0 ? yes : no;
    }
    depth--;
    return condition;
  }

  private @Nullable Long binary(int least) {
    Long left = unary();
    while (true) {
      String operator = operator();
      int precedence = precedence(operator);
      if (precedence < least) {
        return left;
      }
      at += operator.equals(">>") ? 2 : 1;
      Long right = binary(precedence + 1);
      left = apply(operator, left, right);
    }
  }

  /** The lexer gives {@code >>} as two tokens. */
  private String operator() {
    String text = peek();
    return text.equals(">") && peek(1).equals(">") && !tokens.get(at + 1).spaceBefore()
        ? ">>"
        : text;
  }

  /** Reads a unary expression. */
  protected final @Nullable Long unary() {
    if (++depth > maxDepth) {
      malformed();
      depth--;
      return null;
    }
    Long value = unaryWithin();
    depth--;
    return value;
  }

  private @Nullable Long unaryWithin() {
    if (at >= tokens.size()) {
      malformed();
      return null;
    }
    Token token = tokens.get(at);
    return switch (token.kind()) {
      case NUMBER, CHARACTER -> {
        at++;
        yield token.kind() == TokenKind.NUMBER
            ? IntegerLiteral.parse(token.text())
            : IntegerLiteral.parseCharacter(token.text());
      }
      case IDENTIFIER -> identifier();
      case PUNCTUATOR -> punctuated(token.text());
      case STRING, PRAGMA, OTHER, END -> {
        malformed();
        yield null;
      }
    };
  }

  private @Nullable Long punctuated(String text) {
    if (text.equals("(")) {
      if (specialParenthesis()) {
        return special;
      }
      at++;
      Long value = ternary();
      expect(")");
      return value;
    }
    at++;
    return switch (text) {
      case "-" -> negate(unary());
      case "+" -> unary();
      case "!" -> not(unary());
      case "~" -> complement(unary());
      default -> {
        malformed();
        yield null;
      }
    };
  }

  private static @Nullable Long negate(@Nullable Long value) {
    return value == null ? null : -value;
  }

  private static @Nullable Long not(@Nullable Long value) {
    return value == null ? null : value == 0 ? 1L : 0L;
  }

  private static @Nullable Long complement(@Nullable Long value) {
    return value == null ? null : ~value;
  }

  private static int precedence(String operator) {
    return switch (operator) {
      case "||" -> 1;
      case "&&" -> 2;
      case "|" -> 3;
      case "^" -> 4;
      case "&" -> 5;
      case "==", "!=" -> 6;
      case "<", ">", "<=", ">=" -> 7;
      case "<<", ">>" -> 8;
      case "+", "-" -> 9;
      case "*", "/", "%" -> 10;
      default -> 0;
    };
  }

  private static @Nullable Long apply(String operator, @Nullable Long a, @Nullable Long b) {
    if (operator.equals("&&")) {
      if ((a != null && a == 0) || (b != null && b == 0)) {
        return 0L;
      }
      return a == null || b == null ? null : Long.valueOf(1);
    }
    if (operator.equals("||")) {
      if ((a != null && a != 0) || (b != null && b != 0)) {
        return 1L;
      }
      return a == null || b == null ? null : Long.valueOf(0);
    }
    return a == null || b == null ? null : arithmetic(operator, a, b);
  }

  private static @Nullable Long arithmetic(String operator, long a, long b) {
    return switch (operator) {
      case "|" -> a | b;
      case "^" -> a ^ b;
      case "&" -> a & b;
      case "==" -> truth(a == b);
      case "!=" -> truth(a != b);
      case "<" -> truth(a < b);
      case ">" -> truth(a > b);
      case "<=" -> truth(a <= b);
      case ">=" -> truth(a >= b);
      case "<<" -> b < 0 || b > 63 ? null : Long.valueOf(a << b);
      case ">>" -> b < 0 || b > 63 ? null : Long.valueOf(a >> b);
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> b == 0 ? null : Long.valueOf(a / b);
      case "%" -> b == 0 ? null : Long.valueOf(a % b);
      default -> null;
    };
  }

  private static long truth(boolean value) {
    return value ? 1 : 0;
  }
}
