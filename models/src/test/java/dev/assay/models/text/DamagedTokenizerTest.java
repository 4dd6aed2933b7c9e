package dev.assay.models.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.models.ModelCodes;
import dev.assay.spi.error.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever a {@code tokenizer.json} says, it gives a tokeniser that encodes or {@code tokenizer.invalid}. */
class DamagedTokenizerTest {
  record Change(int place, byte value) {}

  private static final String DEFINITION =
      """
          {"version":"1.0","truncation":{"max_length":8,"strategy":"LongestFirst","stride":0,"direction":"Right"},
          "padding":null,"added_tokens":[
          {"id":0,"content":"[PAD]","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true},
          {"id":2,"content":"[CLS]","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true},
          {"id":3,"content":"[SEP]","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}],
          "normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true},
          "pre_tokenizer":{"type":"BertPreTokenizer"},
          "post_processor":{"type":"TemplateProcessing",
          "single":[{"SpecialToken":{"id":"[CLS]","type_id":0}},{"Sequence":{"id":"A","type_id":0}},{"SpecialToken":{"id":"[SEP]","type_id":0}}],
          "pair":[{"Sequence":{"id":"A","type_id":0}},{"Sequence":{"id":"B","type_id":1}}],
          "special_tokens":{"[CLS]":{"id":"[CLS]","ids":[2],"tokens":["[CLS]"]},"[SEP]":{"id":"[SEP]","ids":[3],"tokens":["[SEP]"]}}},
          "decoder":{"type":"WordPiece","prefix":"##","cleanup":true},
          "model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":100,
          "vocab":{"[PAD]":0,"[UNK]":1,"[CLS]":2,"[SEP]":3,"a":4,"##b":5,"c":6}}}
          """;
  private static final byte[] SOUND = DEFINITION.getBytes(StandardCharsets.UTF_8);

  @Example
  void theDefinitionIsSound() throws IOException {
    assertThat(encode(SOUND)).containsExactly(2, 4, 5, 6, 1, 3);
  }

  @Provide
  Arbitrary<Change> changes() {
    return Combinators.combine(Arbitraries.integers().between(0, SOUND.length - 1),
        Arbitraries.oneOf(Arbitraries.bytes(),
            Arbitraries.of('"', '{', '}', '[', ']', ',', ':', '-', '9', 'A', 'x')
                .map(character -> (byte) character.charValue())))
        .as(Change::new);
  }

  @Property(tries = 2000)
  void changedBytesGiveATokeniserOrANamedError(
      @ForAll @Size(min = 1, max = 4) List<@From("changes") Change> changes) throws IOException {
    byte[] damaged = SOUND.clone();
    changes.forEach(change -> damaged[change.place] = change.value);

    encode(damaged);
  }

  @Property(tries = 200)
  void everyTruncationIsRefused(@ForAll @IntRange(max = 100_000) int length) throws IOException {
    // The last characters are a line feed, which may go, and the brace, which may not.
    assertThat(encode(Arrays.copyOf(SOUND, length % (SOUND.length - 1)))).isNull();
  }

  @Property(tries = 200)
  void anyBytesAreRefused(@ForAll byte[] bytes) throws IOException {
    assertThat(encode(bytes)).isNull();
  }

  /** Ids over 31 bits, over 32 bits, and below 0, wherever one stands. */
  @Property(tries = 60)
  void idsThatDoNotFitAreRefused(@ForAll @IntRange(max = 6) int id,
      @ForAll @From("numbers") String number) throws IOException {
    encode(DEFINITION.replaceAll("(\":|\\[)" + id + "([,}\\]])", "$1" + number + "$2")
        .getBytes(StandardCharsets.UTF_8));
  }

  @Provide
  Arbitrary<String> numbers() {
    return Arbitraries.of("2147483647", "2147483648", "4294967295", "4294967296", "-1", "1.5",
        "1e3", "99999999999999999999");
  }

  /** On this the native library ends the process. */
  @Example
  void aTemplateThatNamesATokenItDoesNotDefineIsRefused() {
    String missing = DEFINITION.replace("{\"SpecialToken\":{\"id\":\"[CLS]\"",
        "{\"SpecialToken\":{\"id\":\"[GLS]\"");
    assertThat(missing).isNotEqualTo(DEFINITION);

    assertThatThrownBy(() -> open(missing.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll("does not define", "[GLS]", "[CLS]");
  }

  /** What stands twice is read once, by the check and by the library alike. */
  @Example
  void aSecondDefinitionOfTheSameNameIsNotLookedPast() throws IOException {
    String twice = DEFINITION.replace("\"special_tokens\":{",
        "\"special_tokens\":{},\"special_tokens\":{\"[GLS]\":{\"id\":\"[GLS]\",\"ids\":[2],"
            + "\"tokens\":[\"[CLS]\"]},\"[CLS]\":{");
    assertThat(twice).isNotEqualTo(DEFINITION);

    encode(twice.getBytes(StandardCharsets.UTF_8));
  }

  @Example
  void anotherKindOfTokeniserIsRefusedByName() {
    String others = DEFINITION.replace("\"BertPreTokenizer\"", "\"ByteLevel\"")
        .replace("\"WordPiece\",\"unk", "\"BPE\",\"unk");

    assertThatThrownBy(() -> open(others.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll("pre_tokenizer", "ByteLevel", "model", "BPE");
  }

  private static Tokenizer open(byte[] definition) throws IOException {
    return Tokenizer.open(new ByteArrayInputStream(definition), "damaged.json", 16);
  }

  /** The ids of a text, or null where the definition or the text was refused. */
  private static int[] encode(byte[] definition) throws IOException {
    try (Tokenizer tokenizer = open(definition)) {
      return tokenizer.encode("ab c zz").ids();
    } catch (InvalidInputException refused) {
      assertThat(refused.code()).isIn(ModelCodes.TOKENIZER_INVALID, ModelCodes.TEXT_EMPTY);
      return null;
    }
  }
}
