package dev.assay.models.text;

import dev.assay.models.ModelCodes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Turns texts into token ids as the {@code tokenizer.json} of a BERT model says, in Hugging Face's format: word pieces,
 * BERT's normalisation, special tokens at the ends; another kind is {@code tokenizer.invalid}. Its truncation and padding
 * do not count: the limit is the caller's, and a text over it is cut at its end and {@linkplain
 * TokenizedText#truncated() says so}.
 *
 * <p>The names of special tokens in a text ({@code [SEP]}, {@code [MASK]}…) become these tokens, as in every
 * implementation of the format. A surrogate without its partner counts as U+FFFD, the replacement character; like
 * control characters it is dropped by the normalisation of BERT models, and what it stood between is joined.
 *
 * <p>Thread-safe. Works offline; unpacks its native library to the cache folder ({@code ASSAY_CACHE_DIR}) once.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Tokenizer implements AutoCloseable {
  /** The most UTF-16 units that a text may have; a text of ideographs that long takes 3 GB to count. */
  public static final int MAX_CHARS = 1 << 22;

  /** The most bytes that a definition may have; those of large vocabularies have 20 MB. */
  private static final int MAX_DEFINITION_BYTES = 1 << 26;

  private final NativeTokenizer tokens;
  private final int maxTokens;
  private final int first;
  private final int last;
  private final int padding;

  private Tokenizer(NativeTokenizer tokens, int maxTokens, int[] ends, int padding) {
    this.tokens = tokens;
    this.maxTokens = maxTokens;
    this.first = ends[0];
    this.last = ends[1];
    this.padding = padding;
  }

  /**
   * Opens a tokeniser.
   *
   * @param json the {@code tokenizer.json}, read to its end; the caller closes it
   * @param source what the stream comes from, for messages
   * @param maxTokens the most tokens that a text may keep, the two special ones included; at least 3
   */
  public static Tokenizer open(InputStream json, String source, int maxTokens) throws IOException {
    if (maxTokens < 3) {
      throw new IllegalArgumentException("a text keeps at least 3 tokens, not " + maxTokens);
    }
    NativeTokenizer tokens = NativeTokenizer.of(definition(json, source), source);
    try {
      int[] ends = tokens.ids("", true);
      int[] padding = tokens.ids("[PAD]", false);
      if (ends.length != 2 || padding.length != 1) {
        throw new InvalidInputException(
            Problem.of(ModelCodes.TOKENIZER_INVALID, "the tokeniser is not one of a BERT model")
                .at(source)
                .expected(
                    "a special token at each end and one named [PAD]",
                    ends.length + " for an empty text, " + padding.length + " for [PAD]"));
      }
      return new Tokenizer(tokens, maxTokens, ends, padding[0]);
    } catch (RuntimeException e) {
      tokens.close();
      throw e;
    }
  }

  private static String definition(InputStream json, String source) throws IOException {
    byte[] bytes = json.readNBytes(MAX_DEFINITION_BYTES + 1);
    if (bytes.length > MAX_DEFINITION_BYTES) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.TOKENIZER_INVALID, "the tokeniser's definition is too large")
              .at(source)
              .expected("at most " + MAX_DEFINITION_BYTES + " bytes", "more"));
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.TOKENIZER_INVALID, "the tokeniser's definition is not UTF-8")
              .at(source),
          e);
    }
  }

  /** The ids of a text; {@code text.empty} where none remains, {@code text.too_long} over {@link #MAX_CHARS}. */
  public TokenizedText encode(String text) {
    return encodeAll(List.of(text)).getFirst();
  }

  /** The ids of each text; the problems of all come together. */
  public List<TokenizedText> encodeAll(List<String> texts) {
    Problems problems = new Problems("tokenisation");
    List<TokenizedText> encoded = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      String name = texts.size() == 1 ? "the text" : "text " + (i + 1) + " of " + texts.size();
      String text = texts.get(i);
      if (text.length() > MAX_CHARS) {
        problems.add(
            Problem.of(ModelCodes.TEXT_TOO_LONG, name + " is too long")
                .expected("at most " + MAX_CHARS + " UTF-16 units", text.length() + " units"));
        continue;
      }
      TokenizedText ids = ids(WellFormed.of(text));
      if (ids.length() == 2) {
        problems.add(
            Problem.of(ModelCodes.TEXT_EMPTY, name + " is empty")
                .expected(
                    "at least one letter, digit, sign or symbol",
                    text.isEmpty()
                        ? "nothing"
                        : "only white space or characters that the model does not see"));
      }
      encoded.add(ids);
    }
    problems.throwIfAny(InvalidInputException::new);
    return List.copyOf(encoded);
  }

  /** The texts, at least one, as one matrix padded to the longest. */
  public TokenBatch batch(List<TokenizedText> texts) {
    return TokenBatch.of(texts, padding);
  }

  private TokenizedText ids(String text) {
    int[] kept = new int[maxTokens];
    kept[0] = first;
    int full = 2;
    for (String piece : Pieces.of(text)) {
      int[] ids = tokens.ids(piece, false);
      for (int i = 0; i < ids.length && full + i < maxTokens; i++) {
        kept[full + i - 1] = ids[i];
      }
      full += ids.length;
    }
    int length = Math.min(full, maxTokens);
    kept[length - 1] = last;
    return new TokenizedText(Arrays.copyOf(kept, length), full);
  }

  /** Frees the native memory; later calls are {@code lifetime.closed}. */
  @Override
  public void close() {
    tokens.close();
  }
}
