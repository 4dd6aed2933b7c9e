package dev.assay.models.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;

class PiecesTest {
  private static Tokenizer tokenizer;

  @BeforeContainer
  static void open() throws IOException {
    tokenizer = TokenizerTest.open(1 << 20);
  }

  @AfterContainer
  static void close() {
    tokenizer.close();
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
        "a", "word", "é", "e\u0301", "\u0301", "Σ", "İ", "金", "\ud840\udc00", "\ud83d\ude00",
        "\u200d", "!", "[SEP]",
        "[", "]", " ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u2028", "\u000b", "\u0000", "7", "##s")
        .list()
        .ofMinSize(1)
        .ofMaxSize(60)
        .map(parts -> String.join("", parts) + " end");
  }

  @Property(tries = 200)
  void idsOfThePiecesAreTheIdsOfTheWhole(@ForAll("texts") String text,
      @ForAll @IntRange(min = 1, max = 40) int size) {
    List<String> pieces = Pieces.of(text, size);
    List<Integer> joined = new ArrayList<>();
    for (String piece : pieces) {
      // A piece may be white space only, which encode() refuses: a word at its end makes it a text.
      int[] ids = tokenizer.encode(piece + " end").ids();
      for (int i = 1; i < ids.length - 2; i++) {
        joined.add(ids[i]);
      }
    }
    int[] whole = tokenizer.encode(text).ids();

    assertThat(String.join("", pieces)).isEqualTo(text);
    assertThat(joined).hasSize(whole.length - 2);
    for (int i = 0; i < joined.size(); i++) {
      assertThat(joined.get(i)).isEqualTo(whole[i + 1]);
    }
  }

  @Property(tries = 200)
  void onlyAWordLongerThanAPieceMakesALongerPiece(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 40) int size) {
    assertThat(Pieces.of(text, size))
        .allSatisfy(piece -> assertThat(
            piece.length() <= size || piece.strip().chars().noneMatch(c -> c == ' ')).isTrue());
  }

  @Test
  void aLongTextHasAsManyTokensAsItsPartsTogether() throws IOException {
    try (Tokenizer limited = TokenizerTest.open(512)) {
      TokenizedText tokens = limited.encode("word ".repeat(50_000));

      assertThat(Pieces.of("word ".repeat(50_000))).hasSizeGreaterThan(3);
      assertThat(tokens.fullLength()).isEqualTo(50_002);
      assertThat(tokens.length()).isEqualTo(512);
    }
  }
}
