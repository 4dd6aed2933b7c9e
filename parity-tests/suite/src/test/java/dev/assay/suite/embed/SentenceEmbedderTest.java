package dev.assay.suite.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.offset;

import ai.onnxruntime.OrtException;
import dev.assay.models.ModelCodes;
import dev.assay.models.embed.Embedding;
import dev.assay.models.embed.SentenceEmbedder;
import dev.assay.runtime.Assay;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SentenceEmbedderTest {
  /** A text of 512 tokens takes seconds on the reference backend; one stands for all of them. */
  private static final String LONG = "over_512_tokens";

  private static Assay assay;
  private static SentenceEmbedder embedder;

  @BeforeAll
  static void open() {
    assay = Assay.open("reference-cpu");
    embedder = SentenceEmbedder.open(assay);
  }

  @AfterAll
  static void close() {
    embedder.close();
    assay.close();
  }

  @Test
  void vectorsOfAllGoldenTextsAreOnnxRuntimes() throws IOException, OrtException {
    List<GoldenText> texts =
        GoldenText.all()
            .stream()
            .filter(text -> text.ids().size() < 500 || text.name().equals(LONG))
            .toList();
    assertThat(texts).hasSizeGreaterThan(80).extracting(GoldenText::name).contains(LONG);

    List<Embedding> embeddings = embedder.embed(texts.stream().map(GoldenText::text).toList());

    assertThat(embeddings).hasSameSizeAs(texts);
    double largest = 0;
    try (OnnxRuntimeOracle oracle = new OnnxRuntimeOracle()) {
      for (int i = 0; i < texts.size(); i++) {
        GoldenText golden = texts.get(i);
        Embedding embedding = embeddings.get(i);
        assertThat(embedding.text()).isEqualTo(golden.text());
        assertThat(embedding.tokens()).as(golden.name()).isEqualTo(golden.ids().size());
        assertThat(embedding.truncated()).as(golden.name()).isEqualTo(golden.fullLength() > 512);
        largest = Math.max(largest,
            assertAgrees(golden.name(), oracle.embed(golden.ids()), embedding.vector()));
      }
    }
    System.out.println("embedding figures: " + texts.size()
        + " texts, token ids equal, largest difference of a component " + largest
        + ", every cosine at least 0.999999");
  }

  /** Every component within 1e-5, and the directions the same; the largest difference. */
  private static double assertAgrees(String name, double[] expected, float[] actual) {
    assertThat(actual).as(name).hasSize(expected.length);
    double dot = 0;
    double norm = 0;
    double largest = 0;
    for (int c = 0; c < expected.length; c++) {
      double difference = Math.abs(actual[c] - expected[c]);
      // Written so that NaN fails.
      largest = Math.max(largest, difference);
      assertThat(difference <= 1e-5).as("%s[%d]: %s, expected %s", name, c, actual[c], expected[c])
          .isTrue();
      dot += actual[c] * expected[c];
      norm += (double) actual[c] * actual[c];
    }
    assertThat(dot / Math.sqrt(norm)).as(name).isGreaterThanOrEqualTo(0.999999);
    assertThat(norm).as(name).isBetween(1 - 1e-6, 1 + 1e-6);
    return largest;
  }

  @Test
  void aVectorDoesNotDependOnWhatRunsBesideIt() {
    List<String> texts = List.of("one", "a sentence of some more words than one", "two words",
        "three words, padded");
    List<Embedding> together = embedder.embed(texts);

    for (int i = 0; i < texts.size(); i++) {
      float[] alone = embedder.embed(List.of(texts.get(i))).getFirst().vector();
      assertThat(together.get(i).vector()).containsExactly(alone, offset(1e-6f));
    }
  }

  @Test
  void severalThreadsShareAnEmbedder() throws InterruptedException, ExecutionException {
    List<String> texts = List.of("first", "the second", "and a third text");
    List<float[]> expected = embedder.embed(texts).stream().map(Embedding::vector).toList();
    List<Future<float[]>> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 12; i++) {
        String text = texts.get(i % texts.size());
        results.add(threads.submit(() -> embedder.embed(List.of(text)).getFirst().vector()));
      }
      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).get())
            .containsExactly(expected.get(i % texts.size()), offset(1e-6f));
      }
    }
  }

  @Test
  void emptyTextsAreNamedBeforeAnythingRuns() {
    InvalidInputException thrown =
        catchThrowableOfType(InvalidInputException.class,
            () -> embedder.embed(List.of("one", "", "three", "\u200b")));

    assertThat(thrown.problems()).extracting(Problem::code).containsOnly(ModelCodes.TEXT_EMPTY);
    assertThat(thrown.problems())
        .extracting(Problem::what)
        .containsExactly("text 2 of 4 is empty", "text 4 of 4 is empty");
  }

  @Test
  void noTextsGiveNoVectors() {
    assertThat(embedder.embed(List.of())).isEmpty();
    assertThat(embedder.dimension()).isEqualTo(384);
    assertThat(embedder.model()).isEqualTo("all-MiniLM-L6-v2");
  }

  @Test
  void aVectorIsACopy() {
    Embedding embedding = embedder.embed(List.of("text")).getFirst();
    embedding.vector()[0] = 7;

    assertThat(embedding.vector()[0]).isNotEqualTo(7);
  }

  @Test
  void aClosedEmbedderSaysSo() {
    SentenceEmbedder closed = SentenceEmbedder.open(assay);
    closed.close();
    closed.close();

    assertThat(catchThrowableOfType(InvalidCallException.class, () -> closed.embed(List.of("text")))
        .code())
        .isEqualTo(Codes.CLOSED);
  }

  @Test
  void aClosedAssaySaysSo() {
    Assay closed = Assay.open("reference-cpu");
    closed.close();

    assertThat(
        catchThrowableOfType(AssayException.class, () -> SentenceEmbedder.open(closed)).code())
        .isEqualTo(Codes.CLOSED);
  }
}
