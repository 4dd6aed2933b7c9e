package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.kernel.Expr.Field;
import dev.assay.spi.kernel.Expr.Literal;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExprParserTest {
  @Provide
  Arbitrary<Expr> expressions() {
    return ExprArbitraries.expressions();
  }

  /** Texts from the language's own pieces, which come much further into the parser than letters at random. */
  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries
        .of("1", "0", "9223372036854775808", "n", "p", ".", "p.x", "[", "]", "[0]", "(", ")", ",",
            " ", "\t", "+",
            "-", "*", "/", "%", "<", "<=", "=", "==", "!", "!=", ">", ">=", "&", "&&", "|", "||",
            "min(", "extent(", "product(p.x",
            "device", "device.x", "pipeline.", "\0", "é", "٣", "\uD800")
        .list()
        .ofMaxSize(14)
        .map(list -> String.join("", list));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void whatIsPrintedReadsBackAsTheSame(@ForAll("expressions") Expr expression) {
    assertThat(Expr.parse(expression.toString())).isEqualTo(expression);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void spacesBetweenPiecesMeanNothing(@ForAll("expressions") Expr expression) {
    String text = expression.toString();
    String spaced = "\t " + text.replaceAll("(\\|\\||&&|[<>=!]=|[-+*/%<>(),.\\[\\]])", " $1\n ");

    assertThat(Expr.parse(spaced)).isEqualTo(expression);
  }

  @Property
  void anyTextIsAnExpressionOrAnArgumentError(@ForAll String text) {
    parsesOrRefuses(text);
  }

  @Property
  void anyPiecesAreAnExpressionOrAnArgumentError(@ForAll("pieces") String text) {
    parsesOrRefuses(text);
  }

  private static void parsesOrRefuses(String text) {
    Expr expression;
    try {
      expression = Expr.parse(text);
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageContaining("column");
      return;
    }
    assertThat(Expr.parse(expression.toString())).isEqualTo(expression);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "p.x[p.x[", "min(", "1+(", "1<", "1+", "p.x[", "n.", "-", "1 ",
    "((1)+", "9", "a", "[", "&&", "min(1,"})
  void noRepetitionOverflowsTheStack(String piece) {
    for (int times : new int[] {63, 64, 65, 400, 100_000}) {
      assertRefusedOrWalkable(piece.repeat(times));
      assertRefusedOrWalkable(piece.repeat(times) + "1" + ")".repeat(times));
    }
  }

  private static void assertRefusedOrWalkable(String text) {
    try {
      Expr expression = Expr.parse(text);
      List<Field> fields = new ArrayList<>();
      expression.forEachField(fields::add);
      assertThat(expression.toString()).isNotEmpty();
      assertThat(expression.hashCode()).isEqualTo(Expr.parse(text).hashCode());
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage()).hasSizeLessThan(5000);
    }
  }

  @Test
  void theLongestChainIsStillEvaluated() {
    assertThat(ExprScope.EMPTY.evaluate("1" + "+1".repeat(2047))).isEqualTo(2048);
    assertThatThrownBy(() -> Expr.parse("1" + "+1".repeat(2048)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an expression has at most 4096 characters, not 4097");
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "1 + 2 * 3; (1 + (2 * 3))",
    "1 * 2 + 3; ((1 * 2) + 3)",
    "8 - 4 - 2; ((8 - 4) - 2)",
    "8 / 4 / 2; ((8 / 4) / 2)",
    "8 % 4 * 2; ((8 % 4) * 2)",
    "1 + 2 < 3 * 4; ((1 + 2) < (3 * 4))",
    "a < b == c >= d; ((a < b) == (c >= d))",
    "a == b < c; (a == (b < c))",
    "a == 1 && b != 2 || c <= 3 && d > 4; (((a == 1) && (b != 2)) || ((c <= 3) && (d > 4)))",
    "a || b && c; (a || (b && c))",
    "(a || b) && c; ((a || b) && c)",
    "2 * (3 + 4); (2 * (3 + 4))",
    "ceilDiv(a + 1, b) * c; (ceilDiv((a + 1), b) * c)",
    "p.shape[3] + device.simdWidth; (p.shape[3] + device.simdWidth)",
    "p.shape[0]; p.shape",
    "007; 7"})
  void operatorsBindAsInC(String text, String meaning) {
    assertThat(Expr.parse(text)).hasToString(meaning);
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', nullValues = "EMPTY", value = {
    "''; 1; a number, a name or '('",
    "'   '; 4; a number, a name or '('",
    "1 +; 4; a number, a name or '('",
    "-1; 1; a number, a name or '('",
    "1 2; 3; an operator or the end",
    "n[0]; 2; an operator or the end",
    "(1; 3; ''')'''",
    "1); 2; an operator or the end",
    "p.; 3; a name",
    "p.x[; 5; a literal index",
    "p.x[n]; 5; a literal index",
    "p.x[-1]; 5; a literal index",
    "p.x[2147483648]; 5; a literal index",
    "p.x[99999999999999999999]; 5; a literal index",
    "p.x[1; 6; ''']'''",
    "1 + 9223372036854775808; 5; a number of 64 bits",
    "foo(1); 4; a known function instead of 'foo'",
    "2 + min(1); 8; min of 2 arguments",
    "min(1, 2, 3); 4; min of 2 arguments",
    "product(3); 8; product of 1 array field",
    "product(p.x[1]); 8; product of 1 array field",
    "extent(p.x); 7; extent of 2 array fields",
    "min(1,); 7; a number, a name or '('",
    "min(; 5; a number, a name or '('",
    "1 = 2; 3; an operator or the end",
    "a & b; 3; an operator or the end",
    "!a; 1; a number, a name or '('"})
  void errorsNameTextColumnAndWhatWasExpected(String text, int column, String expected) {
    IllegalArgumentException error =
        catchThrowableOfType(IllegalArgumentException.class, () -> Expr.parse(text));

    assertThat(error)
        .hasMessage("expression '" + text + "', column " + column + ": expected " + expected);
  }

  @Test
  void nothingBehindANulIsOverlooked() {
    assertThatThrownBy(() -> Expr.parse("1\0 + 2"))
        .hasMessageContaining("column 2: expected an operator or the end");
  }

  @Test
  void theLargestNumberAndIndexAreRead() {
    assertThat(Expr.parse("9223372036854775807")).isEqualTo(new Literal(Long.MAX_VALUE));
    assertThat(Expr.parse("p.x[2147483647]")).isEqualTo(new Field("p", "x", Integer.MAX_VALUE));
  }

  @Test
  void nestingHasALimitWithAMessage() {
    assertThat(ExprScope.EMPTY.evaluate("(".repeat(63) + "5" + ")".repeat(63))).isEqualTo(5);
    assertThatThrownBy(() -> Expr.parse("(".repeat(64) + "5" + ")".repeat(64)))
        .hasMessageEndingWith("column 65: expected fewer than 64 levels");
  }
}
