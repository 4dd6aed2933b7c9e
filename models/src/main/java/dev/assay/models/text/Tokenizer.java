package dev.assay.models.text;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import dev.assay.models.ModelCodes;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apiguardian.api.API;

/**
 * Turns texts into token ids as a {@code tokenizer.json} of Hugging Face says, without its truncation and padding: the
 * limit is the caller's, and a text over it is cut at its end and {@linkplain TokenizedText#truncated() says so}.
 *
 * <p>The names of special tokens in a text ({@code [SEP]}, {@code [MASK]}…) become these tokens, as in every
 * implementation of the format. A surrogate without its partner counts as U+FFFD, the replacement character; like
 * control characters it is dropped by the normalisation of BERT models.
 *
 * <p>Thread-safe. Works offline; unpacks its native library to the cache folder ({@code ASSAY_CACHE_DIR}) once.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Tokenizer implements AutoCloseable {
  /** The most UTF-16 units that a text may have; counting the tokens of more takes gigabytes. */
  public static final int MAX_CHARS = 1 << 22;

  private static final TokenizersLibrary LIBRARY = TokenizersLibrary.LIB;

  private final int maxTokens;
  private final int first;
  private final int last;
  private final int padding;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private long handle;

  private Tokenizer(long handle, String source, int maxTokens) {
    this.handle = handle;
    this.maxTokens = maxTokens;
    LIBRARY.disableTruncation(handle);
    LIBRARY.disablePadding(handle);
    long[] ends = ids("", true);
    long[] pad = ids("[PAD]", false);
    if (ends.length != 2 || pad.length != 1) {
      LIBRARY.deleteTokenizer(handle);
      throw new InvalidInputException(
          Problem.of(ModelCodes.TOKENIZER_INVALID, "the tokeniser is not one of a BERT model")
              .at(source)
              .expected(
                  "a special token at each end and one named [PAD]",
                  ends.length + " for an empty text, " + pad.length + " for [PAD]"));
    }
    this.first = Math.toIntExact(ends[0]);
    this.last = Math.toIntExact(ends[1]);
    this.padding = Math.toIntExact(pad[0]);
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
    String definition = new String(json.readAllBytes(), StandardCharsets.UTF_8);
    NativeLibrary.load();
    long handle;
    try {
      handle = LIBRARY.createTokenizerFromString(definition);
    } catch (UnsatisfiedLinkError | IllegalCallerException e) {
      throw NativeLibrary.refused(e);
    } catch (RuntimeException e) {
      throw new InvalidInputException(
          Problem.of(ModelCodes.TOKENIZER_INVALID, "the tokeniser's definition cannot be used")
              .at(source)
              .expected("a tokenizer.json of Hugging Face", String.valueOf(e.getMessage())),
          e);
    }
    return new Tokenizer(handle, source, maxTokens);
  }

  /** The ids of a text; {@code text.empty} where none remains, {@code text.too_long} over {@link #MAX_CHARS}. */
  public TokenizedText encode(String text) {
    return encodeAll(List.of(text)).getFirst();
  }

  /** The ids of each text; the problems of all come together. */
  public List<TokenizedText> encodeAll(List<String> texts) {
    Problems problems = new Problems("tokenisation");
    List<TokenizedText> encoded = new ArrayList<>(texts.size());
    lock.readLock().lock();
    try {
      if (handle == 0) {
        throw new InvalidCallException(
            Problem.of(Codes.CLOSED, "the tokeniser is closed").at("tokenisation"));
      }
      for (int i = 0; i < texts.size(); i++) {
        String where = texts.size() == 1 ? "the text" : "text " + (i + 1) + " of " + texts.size();
        String text = texts.get(i);
        if (text.length() > MAX_CHARS) {
          problems.add(
              Problem.of(ModelCodes.TEXT_TOO_LONG, where + " is too long")
                  .expected("at most " + MAX_CHARS + " UTF-16 units", text.length() + " units"));
          continue;
        }
        TokenizedText tokens = tokenize(WellFormed.of(text));
        if (tokens.length() == 2) {
          problems.add(
              Problem.of(ModelCodes.TEXT_EMPTY, where + " is empty")
                  .expected(
                      "at least one letter, digit, sign or symbol",
                      text.isEmpty() ? "nothing" : "only white space or control characters"));
        }
        encoded.add(tokens);
      }
    } finally {
      lock.readLock().unlock();
    }
    problems.throwIfAny(InvalidInputException::new);
    return List.copyOf(encoded);
  }

  /** The texts, at least one, as one matrix padded to the longest. */
  public TokenBatch batch(List<TokenizedText> texts) {
    return TokenBatch.of(texts, padding);
  }

  private TokenizedText tokenize(String text) {
    int[] kept = new int[maxTokens];
    kept[0] = first;
    int full = 2;
    for (String piece : Pieces.of(text)) {
      long[] ids = ids(piece, false);
      for (int i = 0; i < ids.length && full + i < maxTokens; i++) {
        kept[full + i - 1] = Math.toIntExact(ids[i]);
      }
      full += ids.length;
    }
    int length = Math.min(full, maxTokens);
    kept[length - 1] = last;
    return new TokenizedText(Arrays.copyOf(kept, length), full);
  }

  private long[] ids(String text, boolean special) {
    long encoding = LIBRARY.encode(handle, text, special);
    try {
      return LIBRARY.getTokenIds(encoding);
    } finally {
      LIBRARY.deleteEncoding(encoding);
    }
  }

  /** Frees the native memory; later calls are {@code lifetime.closed}. */
  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (handle != 0) {
        LIBRARY.deleteTokenizer(handle);
        handle = 0;
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
