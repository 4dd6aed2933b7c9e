package dev.assay.msl.compiler;

/** Evaluates the small integer expressions that stand in attributes after preprocessing. */
final class ConstantExpression {
  /** What an expression gives that names something or does not parse. */
  static final int UNKNOWN = -1;

  private final TokenStream in;
  private final int to;
  private int at;
  private boolean known = true;

  private ConstantExpression(TokenStream in, int from, int to) {
    this.in = in;
    this.at = from;
    this.to = Math.min(to, in.size());
  }

  static int evaluate(TokenStream in, int from, int to) {
    ConstantExpression expression = new ConstantExpression(in, from, to);
    long value = expression.sum();
    boolean whole = expression.known && expression.at == expression.to;
    return whole && value == (int) value ? (int) value : UNKNOWN;
  }

  static int evaluate(String text) {
    TokenStream stream = new TokenStream(text);
    return evaluate(stream, 0, stream.size());
  }

  private long sum() {
    long value = product();
    while (at < to && (in.is(at, "+") || in.is(at, "-"))) {
      boolean plus = in.is(at++, "+");
      long right = product();
      value = plus ? value + right : value - right;
    }
    return value;
  }

  private long product() {
    long value = primary();
    while (at < to && in.is(at, "*")) {
      at++;
      value *= primary();
    }
    return value;
  }

  private long primary() {
    if (at >= to) {
      known = false;
      return 0;
    }
    if (in.is(at, "(")) {
      at++;
      long value = sum();
      known &= in.is(at, ")");
      at++;
      return value;
    }
    Token token = in.get(at++);
    if (token.kind() == Token.Kind.NUMBER) {
      try {
        return Long.decode(token.text().replaceAll("[uUlL]+$", ""));
      } catch (NumberFormatException e) {
        known = false;
        return 0;
      }
    }
    known = false;
    return 0;
  }
}
