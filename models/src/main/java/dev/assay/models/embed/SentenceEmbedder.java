package dev.assay.models.embed;

import dev.assay.models.ModelCodes;
import dev.assay.models.bert.BertEncoder;
import dev.assay.models.bert.BertWeights;
import dev.assay.models.minilm.MiniLmFiles;
import dev.assay.models.onnx.OnnxReader;
import dev.assay.models.text.TokenBatch;
import dev.assay.models.text.TokenizedText;
import dev.assay.models.text.Tokenizer;
import dev.assay.runtime.Assay;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Sentence embeddings by all-MiniLM-L6-v2: tokens, encoder, mean over a text's tokens, length 1. Texts over 512 tokens
 * are truncated, and their embeddings say so.
 *
 * <p>{@link #embed} may be called by any thread, by several at once; the thread that opened an embedder closes it.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SentenceEmbedder implements AutoCloseable {
  private static final String MODEL = "all-MiniLM-L6-v2";

  private final Assay assay;
  private final Tokenizer tokenizer;
  private final TensorScope weights;
  private final BertEncoder encoder;

  private SentenceEmbedder(Assay assay, Tokenizer tokenizer, TensorScope weights,
      BertEncoder encoder) {
    this.assay = assay;
    this.tokenizer = tokenizer;
    this.weights = weights;
    this.encoder = encoder;
  }

  /** Reads the model and copies its weights to the device of {@code assay}, which stays the caller's to close. */
  public static SentenceEmbedder open(Assay assay) {
    TensorScope weights = assay.scope();
    try {
      BertEncoder encoder = BertEncoder.load(weights, read());
      return new SentenceEmbedder(assay, tokenizer(encoder.config().positions()), weights, encoder);
    } catch (RuntimeException e) {
      weights.close();
      throw e;
    }
  }

  /** The model's name. */
  public String model() {
    return MODEL;
  }

  /** The length of a vector. */
  public int dimension() {
    return encoder.config().hidden();
  }

  /**
   * The embeddings of the texts, in their order. Texts of similar length run together; the vectors do not depend on
   * what else is embedded.
   *
   * @throws InvalidInputException with {@code text.empty} or {@code text.too_long} for each text without tokens or over
   *     the limit of characters, all together and before anything runs
   */
  public List<Embedding> embed(List<String> texts) {
    List<TokenizedText> tokens = tokenizer.encodeAll(texts);
    Embedding[] embeddings = new Embedding[texts.size()];
    for (List<Integer> group : LengthGroups
        .of(tokens.stream().map(TokenizedText::length).toList())) {
      float[] vectors = vectors(tokenizer.batch(group.stream().map(tokens::get).toList()));
      for (int row = 0; row < group.size(); row++) {
        int index = group.get(row);
        TokenizedText text = tokens.get(index);
        float[] vector = Arrays.copyOfRange(vectors, row * dimension(), (row + 1) * dimension());
        embeddings[index] =
            new Embedding(texts.get(index), text.length(), text.truncated(), vector);
      }
    }
    return List.of(embeddings);
  }

  private float[] vectors(TokenBatch batch) {
    try (TensorScope scope = assay.scope()) {
      Tensor state = encoder.encode(scope, batch);
      return Pooling.apply(scope, state, batch).toFloatArray();
    }
  }

  /** Frees the weights and the tokeniser; later calls are {@code lifetime.closed}. */
  @Override
  public void close() {
    tokenizer.close();
    weights.close();
  }

  private static BertWeights read() {
    try (InputStream onnx = MiniLmFiles.onnx()) {
      return BertWeights.of(new OnnxReader().read(onnx, MiniLmFiles.ONNX));
    } catch (IOException e) {
      throw unreadable(MiniLmFiles.ONNX, e);
    }
  }

  private static Tokenizer tokenizer(int maxTokens) {
    try (InputStream json = MiniLmFiles.tokenizer()) {
      return Tokenizer.open(json, MiniLmFiles.TOKENIZER, maxTokens);
    } catch (IOException e) {
      throw unreadable(MiniLmFiles.TOKENIZER, e);
    }
  }

  private static InvalidInputException unreadable(String file, IOException cause) {
    return new InvalidInputException(
        Problem
            .of(ModelCodes.FILE_UNREADABLE,
                "the model's file cannot be read from its jar: " + cause.getMessage())
            .at(file),
        cause);
  }
}
