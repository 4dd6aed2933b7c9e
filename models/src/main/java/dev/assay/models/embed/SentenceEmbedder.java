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
import dev.assay.runtime.Program;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.error.FileReasons;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.KernelCatalog;
import dev.assay.spi.op.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Sentence embeddings by all-MiniLM-L6-v2: tokens, encoder, mean over a text's tokens, length 1. Texts over 512 tokens
 * are truncated, and their embeddings say so.
 *
 * <p>{@link #embed} may be called by any thread, by several at once; the thread that opened an embedder closes it.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SentenceEmbedder implements AutoCloseable {
  private static final String MODEL = "all-MiniLM-L6-v2";

  /** A sentence; other lengths run the same kernels, if perhaps by other implementations. */
  private static final int WARM_TOKENS = 16;

  private final Assay assay;
  private final Tokenizer tokenizer;
  private final TensorScope weights;
  private final BertEncoder encoder;
  private final EmbeddingPrograms programs;
  private volatile @Nullable EmbeddingRun lastRun;

  private SentenceEmbedder(Assay assay, Tokenizer tokenizer, TensorScope weights,
      BertEncoder encoder, EmbeddingPrograms programs) {
    this.assay = assay;
    this.tokenizer = tokenizer;
    this.weights = weights;
    this.encoder = encoder;
    this.programs = programs;
  }

  /**
   * Reads the model and copies its weights to the device of {@code assay}, which stays the caller's to close. The
   * pipelines are made meanwhile: the first text makes none.
   */
  public static SentenceEmbedder open(Assay assay) {
    TensorScope weights = assay.scope();
    CompletableFuture<Tokenizer> tokenizer = null;
    try {
      BertWeights read = read();
      tokenizer = CompletableFuture.supplyAsync(() -> tokenizer(read.config().positions()));
      BertEncoder encoder = BertEncoder.load(weights, read);
      EmbeddingPrograms programs = new EmbeddingPrograms(assay, encoder);
      prewarm(assay, programs.program(1, WARM_TOKENS));
      return new SentenceEmbedder(assay, joined(tokenizer), weights, encoder, programs);
    } catch (RuntimeException e) {
      if (tokenizer != null) {
        discard(tokenizer);
      }
      weights.close();
      throw e;
    }
  }

  /** Makes the pipelines of every implementation that some length could choose. */
  private static void prewarm(Assay assay, Program program) {
    Set<PipelineKey> keys = new LinkedHashSet<>();
    for (PipelineKey chosen : program.pipelines()) {
      assay.catalog()
          .implementations(chosen.kernel())
          .stream()
          .map(KernelCatalog.Installed::implementation)
          .filter(each -> each.dtype() == chosen.dtype())
          .map(each -> new PipelineKey(chosen.kernel(), chosen.dtype(), each.name(),
              chosen.functionConstants(), false))
          .forEach(key -> keys.addAll(List.of(key, key.forIndirect())));
    }
    // One that cannot be made says why when somebody asks for it.
    assay.backend().registry().prewarm(keys);
  }

  /** Closes the tokeniser, if it was made; why it was not is in the error that is on its way. */
  private static void discard(CompletableFuture<Tokenizer> tokenizer) {
    tokenizer.handle((made, failed) -> {
      if (failed == null) {
        made.close();
      }
      return failed == null;
    }).join();
  }

  private static Tokenizer joined(CompletableFuture<Tokenizer> tokenizer) {
    try {
      return tokenizer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException refused ? refused : e;
    }
  }

  /** The model's name. */
  public String model() {
    return MODEL;
  }

  /**
   * What the run of the last batch took, or null before the first; other work on the same {@code Assay} at the same time
   * counts among its submissions.
   */
  public @Nullable EmbeddingRun lastRun() {
    return lastRun;
  }

  /** The program that embeds {@code rows} texts padded to {@code columns} tokens; it stays the embedder's. */
  public Program program(int rows, int columns) {
    return programs.program(rows, columns);
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
    long before = assay.submissions();
    float[] vectors;
    try (TensorScope scope = assay.scope()) {
      vectors = programs.run(scope, batch).toFloatArray();
    }
    Program program = program(batch.rows(), batch.columns());
    lastRun = new EmbeddingRun(assay.submissions() - before, program.explain().commands(),
        program.arenaBytes(), program.intermediateBytes());
    return vectors;
  }

  /** Frees the weights and the tokeniser; later calls are {@code lifetime.closed}. */
  @Override
  public void close() {
    programs.close();
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
                "the model's file cannot be read from its jar: " + FileReasons.reading(cause))
            .at(file),
        cause);
  }
}
