package dev.assay.suite.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.models.bert.BertEncoder;
import dev.assay.models.bert.BertWeights;
import dev.assay.models.minilm.MiniLmFiles;
import dev.assay.models.onnx.OnnxModel;
import dev.assay.models.onnx.OnnxReader;
import dev.assay.models.onnx.OnnxTensor;
import dev.assay.models.text.TokenBatch;
import dev.assay.models.text.Tokenizer;
import dev.assay.runtime.Assay;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.op.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BertEncoderTest {
  private static Assay assay;
  private static OnnxModel model;
  private static Tokenizer tokenizer;

  @BeforeAll
  static void open() throws IOException {
    assay = Assay.open("reference-cpu");
    try (InputStream onnx = MiniLmFiles.onnx(); InputStream json = MiniLmFiles.tokenizer()) {
      model = new OnnxReader().read(onnx, MiniLmFiles.ONNX);
      tokenizer = Tokenizer.open(json, MiniLmFiles.TOKENIZER, 1000);
    }
  }

  @AfterAll
  static void close() {
    tokenizer.close();
    assay.close();
  }

  @Test
  void weightsOf16BitsGiveWhatTheirValuesIn32BitsGive() {
    Map<String, OnnxTensor> halves = new LinkedHashMap<>();
    Map<String, OnnxTensor> widened = new LinkedHashMap<>();
    model.initializers().forEach((name, tensor) -> {
      OnnxTensor half = tensor.dtype() == DType.F32 ? narrow(tensor) : tensor;
      halves.put(name, half);
      widened.put(name, tensor.dtype() == DType.F32 ? widen(half) : tensor);
    });

    assertThat(encode(halves)).containsExactly(encode(widened));
  }

  @Test
  void moreTokensThanPositionsAreRefused() {
    TokenBatch batch = tokenizer.batch(tokenizer.encodeAll(List.of("word ".repeat(511))));
    try (TensorScope scope = assay.scope()) {
      BertEncoder encoder = BertEncoder.load(scope, BertWeights.of(model));

      InvalidCallException thrown =
          catchThrowableOfType(InvalidCallException.class, () -> encoder.encode(scope, batch));

      assertThat(thrown.code()).isEqualTo(Codes.SHAPE_INVALID);
      assertThat(thrown).hasMessageContaining("at most 512 tokens")
          .hasMessageContaining("513 tokens");
    }
  }

  private static float[] encode(Map<String, OnnxTensor> initializers) {
    BertWeights weights =
        BertWeights.of(
            new OnnxModel("changed", model.nodes(), initializers, model.inputs(), model.outputs()));
    try (TensorScope scope = assay.scope()) {
      TokenBatch batch = tokenizer.batch(tokenizer.encodeAll(List.of("two words", "one")));
      return BertEncoder.load(scope, weights).encode(scope, batch).toFloatArray();
    }
  }

  private static OnnxTensor narrow(OnnxTensor tensor) {
    Elements from = Elements.over(DType.F32, tensor.data());
    Elements to = Elements.zeros(DType.F16, from.length());
    for (long i = 0; i < from.length(); i++) {
      to.setDouble(i, from.getDouble(i));
    }
    return new OnnxTensor(tensor.name(), DType.F16, tensor.shape(), to.memory());
  }

  private static OnnxTensor widen(OnnxTensor tensor) {
    Elements from = Elements.over(DType.F16, tensor.data());
    Elements to = Elements.zeros(DType.F32, from.length());
    for (long i = 0; i < from.length(); i++) {
      to.setDouble(i, from.getDouble(i));
    }
    return new OnnxTensor(tensor.name(), DType.F32, tensor.shape(), to.memory());
  }
}
