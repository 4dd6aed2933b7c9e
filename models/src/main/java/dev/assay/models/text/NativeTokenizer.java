package dev.assay.models.text;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import dev.assay.models.ModelCodes;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.LongStream;

/**
 * One tokeniser in native memory, without truncation and padding. Thread-safe: natively an encoding only reads, and
 * closing waits for those under way.
 */
final class NativeTokenizer implements AutoCloseable {
  private static final TokenizersLibrary LIBRARY = TokenizersLibrary.LIB;

  private final String source;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  // 0 once closed.
  private long handle;

  private NativeTokenizer(String source, long handle) {
    this.source = source;
    this.handle = handle;
  }

  /** A tokeniser from the text of a {@code tokenizer.json}; {@code tokenizer.invalid} where it is none. */
  static NativeTokenizer of(String definition, String source) {
    String checked = TokenizerDefinition.of(definition, source);
    NativeLibrary.load();
    long handle;
    try {
      handle = LIBRARY.createTokenizerFromString(checked);
    } catch (UnsatisfiedLinkError | IllegalCallerException e) {
      throw NativeLibrary.refused(e);
    } catch (RuntimeException e) {
      throw invalid(source, "the tokeniser's definition cannot be used", e);
    }
    return new NativeTokenizer(source, handle);
  }

  /**
   * The ids of a text, which is valid Unicode.
   *
   * @param special whether the special tokens at the ends are wanted
   */
  int[] ids(String text, boolean special) {
    lock.readLock().lock();
    try {
      if (handle == 0) {
        throw new InvalidCallException(
            Problem.of(Codes.CLOSED, "the tokeniser is closed").at(source));
      }
      long encoding = LIBRARY.encode(handle, text, special);
      try {
        return narrow(LIBRARY.getTokenIds(encoding));
      } finally {
        LIBRARY.deleteEncoding(encoding);
      }
    } catch (AssayException e) {
      throw e;
    } catch (RuntimeException e) {
      throw invalid(source, "the tokeniser cannot encode a text", e);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** A definition may give a token any number of 32 bits; a matrix of tokens holds those of 31. */
  private int[] narrow(long[] ids) {
    for (long id : ids) {
      if (id != (int) id || id < 0) {
        throw new InvalidInputException(
            Problem.of(ModelCodes.TOKENIZER_INVALID, "the tokeniser gives a token too large an id")
                .at(source)
                .expected("0 to " + Integer.MAX_VALUE, Long.toString(id)));
      }
    }
    return LongStream.of(ids).mapToInt(id -> (int) id).toArray();
  }

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

  private static InvalidInputException invalid(String source, String what, RuntimeException cause) {
    return new InvalidInputException(
        Problem.of(ModelCodes.TOKENIZER_INVALID, what)
            .at(source)
            .expected("a tokenizer.json of Hugging Face", String.valueOf(cause.getMessage())),
        cause);
  }
}
