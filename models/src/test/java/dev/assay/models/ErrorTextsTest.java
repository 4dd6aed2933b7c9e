package dev.assay.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.models.bert.BertWeights;
import dev.assay.models.minilm.MiniLmFiles;
import dev.assay.models.onnx.OnnxModel;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.models.onnx.OnnxReader;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.models.text.Tokenizer;
import dev.assay.spi.error.AssayException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The texts of this module's errors, as people read them; {@code errors.txt} is changed by hand with the code. */
class ErrorTextsTest {
  private final StringBuilder texts = new StringBuilder();

  @Test
  void textsAreTheGoldenOnes() throws IOException {
    add("empty file", () -> read(""));
    add("file cut short", () -> read("3a10270f"));
    add("no ONNX file", () -> read("00"));
    add("no graph", () -> read("0808"));
    add("too large",
        () -> new OnnxReader(3).read(new ByteArrayInputStream(new byte[4]), "model.onnx"));
    add("several tensors", () -> read(severalTensors()));
    add("missing initialiser", () -> model().initializer("encoder.bais"));
    add("another network", () -> BertWeights.of(model()));
    try (InputStream json = MiniLmFiles.tokenizer();
        Tokenizer tokenizer = Tokenizer.open(json, "tokenizer.json", 512)) {
      add("empty text", () -> tokenizer.encode(""));
      add("empty texts of several", () -> tokenizer.encodeAll(List.of("one", " \t", "\u200b")));
      add("text too long", () -> tokenizer.encode(" ".repeat(Tokenizer.MAX_CHARS + 1)));
    }
    add("no tokeniser",
        () -> Tokenizer.open(new ByteArrayInputStream(new byte[] {'{'}), "tokenizer.json", 512));

    try (InputStream golden = getClass().getResourceAsStream("errors.txt")) {
      assertThat(texts.toString())
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private void add(String title, ThrowingCallable call) {
    AssayException thrown = catchThrowableOfType(AssayException.class, call);
    texts.append("== ").append(title).append('\n').append(thrown.getMessage()).append("\n\n");
  }

  private static OnnxModel read(String hex) throws IOException {
    return new OnnxReader().read(new ByteArrayInputStream(HexFormat.of().parseHex(hex)),
        "model.onnx");
  }

  private static OnnxModel model() throws IOException {
    byte[] graph =
        OnnxProto.Graph.newBuilder()
            .addInitializer(
                OnnxProto.Tensor.newBuilder().setName("encoder.bias").setDataType(1).addDims(0))
            .build()
            .toByteArray();
    OnnxModel model = read(
        "3a" + HexFormat.of().toHexDigits((byte) graph.length) + HexFormat.of().formatHex(graph));
    List<OnnxNode> nodes =
        List.of(new OnnxNode("/Relu", "Relu", List.of("x"), List.of("y"), Map.of()));
    return new OnnxModel(model.source(), nodes, model.initializers(), List.of("x"), List.of("y"));
  }

  private static String severalTensors() {
    OnnxProto.Tensor.Builder external =
        OnnxProto.Tensor.newBuilder().setName("outside").setDataType(1).setDataLocation(1);
    external.addExternalDataBuilder().setKey("location").setValue("../weights.bin");
    byte[] graph =
        OnnxProto.Graph.newBuilder()
            .addInitializer(OnnxProto.Tensor.newBuilder().setName("double").setDataType(11))
            .addInitializer(
                OnnxProto.Tensor.newBuilder().setName("negative").setDataType(1).addDims(-1))
            .addInitializer(
                OnnxProto.Tensor.newBuilder().setName("short").setDataType(1).addDims(3))
            .addInitializer(
                OnnxProto.Tensor.newBuilder().setName("short").setDataType(1).addDims(3))
            .addInitializer(external)
            .build()
            .toByteArray();
    // Over 127 bytes: a length of two bytes, seven bits in each.
    String length = HexFormat.of()
        .formatHex(new byte[] {(byte) (graph.length | 0x80), (byte) (graph.length >> 7)});
    return "3a" + length + HexFormat.of().formatHex(graph);
  }
}
