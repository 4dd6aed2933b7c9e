package dev.assay.msl.reader.analysis;

import dev.assay.msl.reader.expression.IntegerExpression;
import dev.assay.msl.reader.model.Layout;
import dev.assay.msl.reader.model.MslType;
import dev.assay.msl.reader.model.ScalarType;
import dev.assay.msl.reader.text.Token;
import dev.assay.msl.reader.text.TokenKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A constant expression of MSL: casts, {@code sizeof}, named constants and calls besides what C's conditions have. */
final class ConstantExpression extends IntegerExpression {

  /** Small, since the expressions of constants that name each other stand on the stack together. */
  private static final int MAX_DEPTH = 32;

  private final Context context;
  private final ConstantEvaluator evaluator;

  ConstantExpression(List<Token> tokens, Context context, ConstantEvaluator evaluator) {
    super(tokens, MAX_DEPTH);
    this.context = context;
    this.evaluator = evaluator;
  }

  /** A literal for {@code value} at the place of {@code at}. */
  static Token number(long value, Token at) {
    // A negative value is spelled as the unsigned one of the same bits, which the literal's reader takes back.
    return new Token(
        TokenKind.NUMBER,
        Long.toUnsignedString(value),
        at.part(),
        at.offset(),
        at.end(),
        at.line(),
        at.column(),
        false,
        false,
        true);
  }

  @Override
  protected @Nullable Long identifier() {
    String word = peek();
    return switch (word) {
      case "true" -> literal(1);
      case "false", "nullptr" -> literal(0);
      case "sizeof", "alignof" -> sizeOf(word.equals("sizeof"));
      case "static_cast", "reinterpret_cast", "const_cast" -> namedCast();
      default -> nameOrCall();
    };
  }

  private long literal(long value) {
    at++;
    return value;
  }

  private @Nullable Long sizeOf(boolean size) {
    at++;
    if (!peek().equals("(")) {
      malformed();
      return null;
    }
    List<Token> inside = TokenLists.inside(tokens, at);
    at = TokenLists.after(tokens, at);
    if (!inside.isEmpty() && TokenLists.is(inside, 0, "...")) {
      return null;
    }
    Layout layout = evaluator.types().resolve(inside, context).layout().orElse(null);
    return layout == null ? null : Long.valueOf(size ? layout.sizeBytes() : layout.alignBytes());
  }

  private @Nullable Long namedCast() {
    at++;
    if (!peek().equals("<")) {
      malformed();
      return null;
    }
    List<Token> target = TokenLists.inside(tokens, at);
    at = TokenLists.after(tokens, at);
    expect("(");
    Long value = ternary();
    expect(")");
    return cast(value, target);
  }

  private @Nullable Long nameOrCall() {
    int start = at;
    boolean template = TokenLists.is(tokens, at + 1, "<") && evaluator.isTemplate(peek(), context);
    boolean qualified = TokenLists.is(tokens, at + 1, "::");
    QualifiedName name = QualifiedName.read(tokens, at, template || qualified);
    at = name.end();
    if (!peek().equals("(") && !peek().equals("{")) {
      return evaluator.named(name, context);
    }
    List<Token> spelled = tokens.subList(start, at);
    List<Token> inside = TokenLists.inside(tokens, at);
    at = TokenLists.after(tokens, at);
    MslType type = evaluator.types().resolve(spelled, context);
    if (type instanceof ScalarType) {
      return cast(evaluator.constant(inside, context), spelled);
    }
    return evaluator.call(name, TokenLists.split(inside), context);
  }

  @Override
  protected boolean specialParenthesis() {
    List<Token> inside = TokenLists.inside(tokens, at);
    int after = TokenLists.after(tokens, at);
    boolean type = !inside.isEmpty()
        && after < tokens.size()
        && inside.getFirst().isIdentifier()
        && inside.stream().allMatch(token -> token.isIdentifier() || token.is("::"))
        && evaluator.types().isType(inside.getLast().text(), context);
    if (!type) {
      return false;
    }
    List<Token> target = List.copyOf(inside);
    at = after;
    special = cast(unary(), target);
    return true;
  }

  private @Nullable Long cast(@Nullable Long value, List<Token> target) {
    if (value == null
        || !(evaluator.types().resolve(target, context) instanceof ScalarType scalar)) {
      return null;
    }
    long v = value;
    return switch (scalar) {
      case BOOL -> v != 0 ? 1L : 0L;
      case CHAR -> (long) (byte) v;
      case UCHAR -> v & 0xFF;
      case SHORT -> (long) (short) v;
      case USHORT -> v & 0xFFFF;
      case INT -> (long) (int) v;
      case UINT -> v & 0xFFFF_FFFFL;
      case LONG, ULONG -> v;
      case HALF, BFLOAT, FLOAT -> null;
    };
  }
}
