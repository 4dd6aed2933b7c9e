package dev.assay.suite.embed;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import dev.assay.models.embed.Embedding;
import dev.assay.models.embed.SentenceEmbedder;
import dev.assay.runtime.Assay;
import dev.assay.runtime.AssayModule;
import dev.assay.runtime.Indirect;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MiniLM on the Metal backend, in the fast build that {@code assay embed} uses. */
class MetalEmbeddingTest {
  private static final double LARGEST_DIFFERENCE = 2e-5;

  private static Assay open(Indirect indirect) {
    return Assay.open(AssayModule.standard().withBackend("metal").withIndirect(indirect));
  }

  @Test
  void isOnnxRuntimesWithAndWithoutSegmentsToTheSameBit() throws IOException, OrtException {
    List<GoldenText> texts =
        GoldenText.all().stream().filter(text -> text.ids().size() < 130).toList();
    assertThat(texts).hasSizeGreaterThan(60);
    List<String> strings = texts.stream().map(GoldenText::text).toList();
    List<Embedding> segments;
    try (Assay assay = open(Indirect.ON);
        SentenceEmbedder embedder = SentenceEmbedder.open(assay)) {
      int pipelines = assay.backend().registry().cachedCount();
      segments = embedder.embed(strings);
      assertThat(assay.backend().registry().cachedCount()).as("pipelines made after opening")
          .isEqualTo(pipelines);
      assertThat(embedder.program(1, 7).explain().direct()).isEmpty();
    }
    try (Assay assay = open(Indirect.OFF);
        SentenceEmbedder embedder = SentenceEmbedder.open(assay)) {
      assertThat(assay.backend().registry().compileCount()).as("compiled a second time").isZero();
      List<Embedding> direct = embedder.embed(strings);
      for (int i = 0; i < texts.size(); i++) {
        assertThat(direct.get(i).vector()).as(texts.get(i).name())
            .containsExactly(segments.get(i).vector());
      }
    }
    try (OnnxRuntimeOracle oracle = new OnnxRuntimeOracle()) {
      for (int i = 0; i < texts.size(); i++) {
        double[] expected = oracle.embed(texts.get(i).ids());
        for (int c = 0; c < expected.length; c++) {
          double difference = Math.abs(segments.get(i).vector()[c] - expected[c]);
          // Written so that NaN fails.
          assertThat(difference <= LARGEST_DIFFERENCE)
              .as("%s[%d] is off by %s", texts.get(i).name(), c, difference)
              .isTrue();
        }
      }
    }
  }
}
