package dev.assay.models.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.models.ModelCodes;
import dev.assay.models.minilm.MiniLmFiles;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerTest {
  private static Tokenizer tokenizer;

  @BeforeAll
  static void open() throws IOException {
    tokenizer = open(512);
  }

  @AfterAll
  static void close() {
    tokenizer.close();
  }

  static Tokenizer open(int maxTokens) throws IOException {
    try (InputStream json = MiniLmFiles.tokenizer()) {
      return Tokenizer.open(json, "tokenizer.json", maxTokens);
    }
  }

  static List<GoldenText> goldenTexts() throws IOException {
    List<GoldenText> texts = GoldenText.all();
    assertThat(texts).hasSizeGreaterThan(90);
    return texts;
  }

  @ParameterizedTest
  @MethodSource("goldenTexts")
  void idsAreTheGoldenOnes(GoldenText golden) {
    TokenizedText tokens = tokenizer.encode(golden.text());

    assertThat(tokens.ids())
        .containsExactly(golden.ids().stream().mapToInt(Integer::intValue).toArray());
    assertThat(tokens.fullLength()).isEqualTo(golden.fullLength());
    assertThat(tokens.truncated()).isEqualTo(golden.fullLength() > 512);
  }

  @Test
  void aTextAtTheLimitIsWholeAndOneOverItSaysThatItIsNot() {
    TokenizedText whole = tokenizer.encode("token ".repeat(510));
    TokenizedText cut = tokenizer.encode("token ".repeat(511));

    assertThat(whole.length()).isEqualTo(512);
    assertThat(whole.truncated()).isFalse();
    assertThat(cut.length()).isEqualTo(512);
    assertThat(cut.fullLength()).isEqualTo(513);
    assertThat(cut.truncated()).isTrue();
    assertThat(cut.ids()).isEqualTo(whole.ids());
  }

  @Test
  void theCallersLimitCounts() throws IOException {
    try (Tokenizer small = open(3)) {
      TokenizedText cut = small.encode("hello world");

      assertThat(cut.ids()).containsExactly(101, 7592, 102);
      assertThat(cut.fullLength()).isEqualTo(4);
    }
    assertThatThrownBy(() -> open(2)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "\t\r\n", "\u00a0\u2003\u3000", "\u0000", "\u001b\u0007", "\u200b\ufeff", "\ufffd",
        "\ud83d", "\u0301",
        "\ue000"
      })
  void aTextOfWhichNothingRemainsIsEmpty(String text) {
    assertThatThrownBy(() -> tokenizer.encode(text))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> assertThat(e.code()).isEqualTo(ModelCodes.TEXT_EMPTY));
  }

  @Test
  void allEmptyTextsAreNamedAtOnce() {
    assertThat(problems(() -> tokenizer.encodeAll(List.of("one", "", "three", " \u200b"))))
        .extracting(Problem::what)
        .containsExactly("text 2 of 4 is empty", "text 4 of 4 is empty");
  }

  @Test
  void halfASurrogatePairIsDroppedAndAWholeOneIsNot() {
    assertThat(tokenizer.encode("half\ud83d pair").ids())
        .isEqualTo(tokenizer.encode("half pair").ids());
    assertThat(tokenizer.encode("half\ude00\ud83d pair").ids())
        .isEqualTo(tokenizer.encode("half pair").ids());
    assertThat(tokenizer.encode("half \ud83d\ude00 pair").length()).isEqualTo(5);
  }

  @Test
  void controlCharactersJoinWhatTheyStoodBetween() {
    assertThat(tokenizer.encode("hel\u0000lo wor\u000bld").ids())
        .isEqualTo(tokenizer.encode("hello world").ids());
    assertThat(tokenizer.encode("hello\tworld\r\n").ids())
        .isEqualTo(tokenizer.encode("hello world").ids());
  }

  @Test
  void aTextOverTheLimitOfCharactersIsRefused() {
    String text = "a ".repeat(Tokenizer.MAX_CHARS / 2) + "b";

    assertThat(problems(() -> tokenizer.encode(text)))
        .extracting(Problem::code)
        .containsExactly(ModelCodes.TEXT_TOO_LONG);
  }

  @Test
  void aBatchIsPaddedToItsLongestTextAndMasked() {
    TokenBatch batch =
        tokenizer.batch(tokenizer.encodeAll(List.of("hello world", "hello", "hello world hello")));

    assertThat(batch.rows()).isEqualTo(3);
    assertThat(batch.columns()).isEqualTo(5);
    assertThat(batch.ids())
        .containsExactly(101, 7592, 2088, 102, 0, 101, 7592, 102, 0, 0, 101, 7592, 2088, 7592, 102);
    assertThat(batch.mask()).containsExactly(1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1);
    assertThatThrownBy(() -> tokenizer.batch(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void manyThreadsGetTheSameIds() throws IOException, InterruptedException, ExecutionException {
    List<GoldenText> texts = GoldenText.all();
    List<Callable<List<Integer>>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      for (GoldenText golden : texts) {
        calls.add(
            () -> Arrays.stream(tokenizer.encode(golden.text()).ids()).boxed().toList());
      }
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Integer>>> results = threads.invokeAll(calls);
      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).get()).isEqualTo(texts.get(i % texts.size()).ids());
      }
    }
  }

  @Test
  void aClosedTokeniserSaysSo() throws IOException {
    Tokenizer closed = open(512);
    closed.close();
    closed.close();

    assertThat(problems(() -> closed.encode("hello"))).extracting(Problem::code)
        .containsExactly(Codes.CLOSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"version\":\"1.0\"}", "\u0000"})
  void aDefinitionThatIsNoneIsRefused(String json) {
    InputStream stream = new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));

    assertThat(problems(() -> Tokenizer.open(stream, "tokenizer.json", 512)))
        .extracting(Problem::code)
        .containsExactly(ModelCodes.TOKENIZER_INVALID);
  }

  @Test
  void aDefinitionWithoutSpecialTokensIsNotOneOfABertModel() throws IOException {
    String json = definition();
    int start = json.indexOf("\"post_processor\"");
    int end = json.indexOf("\"decoder\"");
    String bare = json.substring(0, start) + "\"post_processor\":null," + json.substring(end);

    assertInvalid(bare.getBytes(StandardCharsets.UTF_8), "a special token at each end");
  }

  @Test
  void aVocabularyWithoutTheUnknownTokenFailsWithItsName() throws IOException {
    String json = definition().replace("\"unk_token\":\"[UNK]\"", "\"unk_token\":\"[NONE]\"");
    InputStream stream = new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
    try (Tokenizer broken = Tokenizer.open(stream, "tokenizer.json", 512)) {
      assertThat(broken.encode("hello").length()).isEqualTo(3);
      assertThat(problems(() -> broken.encode("\ud83d\ude00")))
          .extracting(Problem::code)
          .containsExactly(ModelCodes.TOKENIZER_INVALID);
    }
  }

  @Test
  void aDefinitionThatIsNotUtf8OrFarTooLargeIsRefused() {
    assertInvalid(new byte[] {'{', (byte) 0xff, '}'}, "not UTF-8");
    assertInvalid(new byte[(1 << 26) + 1], "too large");
  }

  private static String definition() throws IOException {
    try (InputStream stream = MiniLmFiles.tokenizer()) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).replaceAll("\\s*\\n\\s*", "")
          .replace("\": ", "\":");
    }
  }

  private static void assertInvalid(byte[] definition, String message) {
    assertThat(
        problems(() -> Tokenizer.open(new ByteArrayInputStream(definition), "tokenizer.json", 512)))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.code()).isEqualTo(ModelCodes.TOKENIZER_INVALID);
          assertThat(problem.describe()).contains(message);
        });
  }

  private static List<Problem> problems(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(AssayException.class);
    return ((AssayException) thrown).problems();
  }
}
