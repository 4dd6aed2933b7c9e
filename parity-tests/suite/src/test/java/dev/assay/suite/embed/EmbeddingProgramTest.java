package dev.assay.suite.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.models.bert.BertEncoder;
import dev.assay.models.bert.BertWeights;
import dev.assay.models.embed.EmbeddingRun;
import dev.assay.models.embed.SentenceEmbedder;
import dev.assay.models.minilm.MiniLmFiles;
import dev.assay.models.onnx.OnnxReader;
import dev.assay.models.text.TokenBatch;
import dev.assay.models.text.Tokenizer;
import dev.assay.ops.Ops;
import dev.assay.runtime.Assay;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MiniLM as a program: what it computes, and what running it takes. */
class EmbeddingProgramTest {
  private static Assay assay;
  private static SentenceEmbedder embedder;
  private static int pipelinesWhenOpened;

  @BeforeAll
  static void open() {
    assay = Assay.open("reference-cpu");
    embedder = SentenceEmbedder.open(assay);
    pipelinesWhenOpened = assay.backend().registry().cachedCount();
  }

  @AfterAll
  static void close() {
    embedder.close();
    assay.close();
  }

  @Test
  void theProgramGivesTheBitsOfEagerCalls() throws IOException {
    List<String> texts = List.of("The quick brown fox jumps over the lazy dog.", "two words");
    try (InputStream onnx = MiniLmFiles.onnx();
        InputStream json = MiniLmFiles.tokenizer();
        Tokenizer tokenizer = Tokenizer.open(json, MiniLmFiles.TOKENIZER, 512);
        TensorScope weights = assay.scope()) {
      BertEncoder encoder =
          BertEncoder.load(weights, BertWeights.of(new OnnxReader().read(onnx, MiniLmFiles.ONNX)));
      for (String text : texts) {
        TokenBatch batch = tokenizer.batch(tokenizer.encodeAll(List.of(text)));
        try (TensorScope scope = assay.scope()) {
          float[] eager = pooled(scope, encoder.encode(scope, batch)).toFloatArray();

          assertThat(embedder.embed(List.of(text)).getFirst().vector()).as(text)
              .containsExactly(eager);
        }
      }
    }
  }

  /** The mean over the tokens of one text without padding, of length 1. */
  private static Tensor pooled(TensorScope scope, Tensor state) {
    Ops ops = scope.ops(Ops.class);
    int tokens = (int) state.shape().size(1);
    float[] parts = new float[tokens];
    Arrays.fill(parts, 1f / tokens);
    Tensor mean = ops.matmul(scope.tensor(parts, 1, 1, tokens), state);
    Tensor vector = ops.reshape(mean, 1, state.shape().size(-1));
    Tensor norm = ops.sqrt(ops.reduceSum(ops.mul(vector, vector), -1, true));
    return ops.div(vector, ops.max(norm, scope.tensor(new float[] {1e-12f}, 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "one more sentence of another length",
    "and a long one, with a clause or two, so that what is kept for attention outgrows the rest"})
  void aTextTakesOneSubmissionAndAnArenaOfTwoFifths(String text) {
    embedder.embed(List.of(text));
    EmbeddingRun run = Objects.requireNonNull(embedder.lastRun());

    assertThat(run.submissions()).isEqualTo(1);
    assertThat(run.commands()).isGreaterThan(60);
    assertThat(run.arenaBytes()).isPositive().isLessThanOrEqualTo(run.intermediateBytes() * 2 / 5);
  }

  @Test
  void noTextMakesAPipeline() {
    KernelRegistry registry = assay.backend().registry();
    assertThat(pipelinesWhenOpened).isPositive();
    embedder.embed(List.of("first", "a second, longer one", "x ".repeat(40)));

    assertThat(registry.cachedCount()).isEqualTo(pipelinesWhenOpened);
  }
}
