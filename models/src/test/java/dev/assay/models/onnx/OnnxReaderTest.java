package dev.assay.models.onnx;

import static dev.assay.models.onnx.OnnxFiles.codes;
import static dev.assay.models.onnx.OnnxFiles.floats;
import static dev.assay.models.onnx.OnnxFiles.model;
import static dev.assay.models.onnx.OnnxFiles.problems;
import static dev.assay.models.onnx.OnnxFiles.read;
import static dev.assay.models.onnx.OnnxFiles.tensor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.proto.OnnxProto;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxReaderTest {
  @TempDir
  private Path folder;

  @Test
  void aGraphIsReadAsItStandsInTheFile() {
    OnnxProto.Graph graph =
        OnnxProto.Graph.newBuilder()
            .addInput(OnnxProto.ValueInfo.newBuilder().setName("x"))
            .addInput(OnnxProto.ValueInfo.newBuilder().setName("w"))
            .addOutput(OnnxProto.ValueInfo.newBuilder().setName("y"))
            .addInitializer(floats("w", 1, 2, 3))
            .addNode(
                OnnxProto.Node.newBuilder()
                    .setName("first")
                    .setOpType("Acme")
                    .setDomain("com.acme")
                    .addInput("x")
                    .addInput("")
                    .addInput("w")
                    .addOutput("h")
                    .addAttribute(
                        OnnxProto.Attribute.newBuilder().setName("axis").setType(2).setI(-1))
                    .addAttribute(OnnxProto.Attribute.newBuilder()
                        .setName("axes")
                        .setType(7)
                        .addInts(0)
                        .addInts(2))
                    .addAttribute(
                        OnnxProto.Attribute.newBuilder().setName("eps").setType(1).setF(0.5f))
                    .addAttribute(OnnxProto.Attribute.newBuilder()
                        .setName("mode")
                        .setType(3)
                        .setS(ByteString.copyFromUtf8("tanh")))
                    .addAttribute(OnnxProto.Attribute.newBuilder().setName("body").setType(5))
                    .addAttribute(OnnxProto.Attribute.newBuilder()
                        .setName("value")
                        .setType(4)
                        .setT(floats("", 4))))
            .addNode(OnnxProto.Node.newBuilder()
                .setOpType("Relu")
                .setDomain("ai.onnx")
                .addInput("h")
                .addOutput("y"))
            .build();

    OnnxModel model = read(model(graph));

    assertThat(model.source()).isEqualTo("test.onnx");
    assertThat(model.inputs()).containsExactly("x");
    assertThat(model.outputs()).containsExactly("y");
    assertThat(model.nodes()).extracting(OnnxNode::operator)
        .containsExactly("com.acme/Acme", "Relu");
    OnnxNode first = model.nodes().getFirst();
    assertThat(first.inputs()).containsExactly("x", "", "w");
    assertThat(first.attributes())
        .containsEntry("axis", new OnnxAttribute.Int(-1))
        .containsEntry("axes", new OnnxAttribute.Ints(List.of(0L, 2L)))
        .containsEntry("eps", new OnnxAttribute.Real(0.5f))
        .containsEntry("mode", new OnnxAttribute.Text("tanh"))
        .containsEntry("body", new OnnxAttribute.Unread(5));
    assertThat(((OnnxAttribute.Constant) first.attributes().get("value")).value().toFloats())
        .containsExactly(4);
    assertThat(model.initializer("w").toFloats()).containsExactly(1, 2, 3);
  }

  @Test
  void emptyFilesAndEmptyGraphsAreRefused() {
    assertThat(codes(new byte[0])).containsExactly(ModelCodes.ONNX_EMPTY);
    assertThat(codes(model(List.of()))).containsExactly(ModelCodes.ONNX_EMPTY);
    assertThat(codes(model(OnnxProto.Graph.getDefaultInstance())))
        .containsExactly(ModelCodes.ONNX_EMPTY);
  }

  @Test
  void aFileCutShortSaysByHowMuch() {
    OnnxProto.Graph graph =
        OnnxProto.Graph.newBuilder().addInitializer(floats("weight", new float[1000])).build();
    byte[] file = model(graph);
    byte[] cut = Arrays.copyOf(file, file.length - 1234);

    assertThat(problems(cut)).singleElement().satisfies(problem -> {
      assertThat(problem.code()).isEqualTo(ModelCodes.ONNX_TRUNCATED);
      assertThat(problem.expected())
          .isEqualTo("field 7 of " + graph.getSerializedSize() + " bytes");
      assertThat(problem.actual()).isEqualTo(graph.getSerializedSize() - 1234 + " bytes follow");
    });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3affffffff07", // a graph of 2^31 − 1 bytes
        "3affffffff0f", // of 2^32 − 1
        "12ffffffff07", // the producer's name likewise
      })
  void anAbsurdLengthIsRefusedBeforeAnythingIsAllocated(String hex) {
    assertThat(codes(HexFormat.of().parseHex(hex))).containsExactly(ModelCodes.ONNX_TRUNCATED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3a062affffffff07", // within the graph, an initialiser of 2^31 − 1 bytes
        "3a082a06" + "4affffffff07", // within the initialiser, raw data of 2^31 − 1 bytes
        "00", // field 0
        "3a022a", // a length that says 2 where 1 follows
        "ffffffffffffffffffff01", // a number of more than 64 bits
        "0b", // a group without an end
        "3a030a0108", // a node whose first field has no value
      })
  void bytesThatAreNoModelAreRefused(String hex) {
    assertThat(codes(HexFormat.of().parseHex(hex)))
        .singleElement()
        .isIn(ModelCodes.ONNX_MALFORMED, ModelCodes.ONNX_TRUNCATED);
  }

  @Test
  void textIsNoModel() {
    byte[] page = "<html><body>Not found</body></html>".getBytes(StandardCharsets.UTF_8);

    assertThat(codes(page).getFirst().id()).startsWith("onnx.");
  }

  @Test
  void namesMustBeUnicode() {
    byte[] file = model(floats("weight", 1));
    file[new String(file, StandardCharsets.ISO_8859_1).indexOf("weight")] = (byte) 0xff;

    assertThat(codes(file)).containsExactly(ModelCodes.ONNX_MALFORMED);
  }

  @Test
  void twoGraphsAreRefused() {
    byte[] graph =
        OnnxProto.Graph.newBuilder().addInitializer(floats("w", 1)).build().toByteArray();

    assertThat(codes(model(List.of(graph, graph)))).containsExactly(ModelCodes.ONNX_MALFORMED);
  }

  @Test
  void initialisersAndNodesNeedNamesOfTheirOwn() {
    OnnxProto.Graph graph =
        OnnxProto.Graph.newBuilder()
            .addInput(OnnxProto.ValueInfo.newBuilder().setName("x"))
            .addInitializer(floats("w", 1))
            .addInitializer(floats("w", 2))
            .addInitializer(floats("", 2))
            .addNode(OnnxProto.Node.newBuilder().setOpType("Relu").addInput("x").addOutput("y"))
            .addNode(OnnxProto.Node.newBuilder().setOpType("Relu").addInput("x").addOutput("y"))
            .addNode(OnnxProto.Node.newBuilder().setOpType("Relu").addInput("x").addOutput("w"))
            .addNode(
                OnnxProto.Node.newBuilder()
                    .setOpType("Relu")
                    .addInput("x")
                    .addAttribute(OnnxProto.Attribute.newBuilder().setName("a").setType(2))
                    .addAttribute(OnnxProto.Attribute.newBuilder().setName("a").setType(2)))
            .build();

    assertThat(codes(model(graph)))
        .containsExactly(
            ModelCodes.ONNX_DUPLICATE,
            ModelCodes.ONNX_MALFORMED,
            ModelCodes.ONNX_DUPLICATE,
            ModelCodes.ONNX_DUPLICATE,
            ModelCodes.ONNX_DUPLICATE);
  }

  @Test
  void aValueIsMadeBeforeItIsRead() {
    OnnxProto.Graph graph =
        OnnxProto.Graph.newBuilder()
            .addNode(OnnxProto.Node.newBuilder()
                .setName("a")
                .setOpType("Relu")
                .addInput("y")
                .addOutput("x"))
            .addNode(OnnxProto.Node.newBuilder()
                .setName("b")
                .setOpType("Relu")
                .addInput("x")
                .addOutput("y"))
            .build();

    assertThat(problems(model(graph)))
        .singleElement()
        .satisfies(problem -> assertThat(problem.what()).contains("node 'a' reads 'y'"));
  }

  @Test
  void sparseInitialisersAndPiecesOfTensorsAreRefused() {
    OnnxProto.Graph graph =
        OnnxProto.Graph.newBuilder()
            .addInitializer(floats("w", 1).setSegment(OnnxProto.Segment.getDefaultInstance()))
            .addSparseInitializer(OnnxProto.SparseTensor.getDefaultInstance())
            .build();

    assertThat(codes(model(graph))).containsExactly(ModelCodes.ONNX_UNSUPPORTED,
        ModelCodes.ONNX_UNSUPPORTED);
  }

  @Test
  void theProblemsOfAllTensorsComeTogetherUpToFifty() {
    assertThat(codes(model(tensor("a", 99, 1), floats("b", 1, 2).addDims(2), tensor("c", 1, -1),
        floats("d", 1))))
        .containsExactly(ModelCodes.ONNX_DTYPE, ModelCodes.ONNX_LENGTH, ModelCodes.ONNX_DIMS);

    OnnxProto.Tensor.Builder[] many = new OnnxProto.Tensor.Builder[1000];
    Arrays.setAll(many, i -> tensor("t" + i, 99));
    assertThat(problems(model(many))).hasSize(50);
  }

  @Test
  void aMissingInitialiserIsNamedWithThoseNearIt() {
    OnnxModel model = read(model(floats("encoder.bias", 1), floats("decoder.weight", 1)));

    assertThatThrownBy(() -> model.initializer("encoder.bais"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> assertThat(e.code()).isEqualTo(ModelCodes.ONNX_INITIALIZER_MISSING))
        .hasMessageContaining("encoder.bias");
  }

  @Test
  void theLimitIsHeldAtTheByte() throws IOException {
    byte[] file = model(floats("w", 1, 2, 3));
    Path path = Files.write(folder.resolve("model.onnx"), file);

    assertThat(new OnnxReader(file.length).read(path).initializers()).hasSize(1);
    assertThat(problems(() -> new OnnxReader(file.length - 1).read(path)))
        .extracting(Problem::code)
        .containsExactly(ModelCodes.ONNX_TOO_LARGE);
    assertThatThrownBy(() -> new OnnxReader(0).read(new ByteArrayInputStream(file), "stream"))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new OnnxReader(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new OnnxReader(Integer.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void filesThatCannotBeReadSayWhy() throws IOException {
    OnnxReader reader = new OnnxReader();
    Path missing = folder.resolve("missing.onnx");

    for (Map.Entry<Path, String> unreadable : Map
        .of(missing, "no such file", Files.createDirectory(folder.resolve("folder")), "a folder")
        .entrySet()) {
      assertThat(problems(() -> reader.read(unreadable.getKey())))
          .singleElement()
          .satisfies(
              problem -> {
                assertThat(problem.code()).isEqualTo(ModelCodes.FILE_UNREADABLE);
                assertThat(problem.what()).contains(unreadable.getValue());
                assertThat(problem.where()).isEqualTo(unreadable.getKey().toString());
              });
    }
  }

  @Test
  void tensorsShareTheFilesMemory() {
    byte[] file = model(floats("w", 1, 2));
    OnnxTensor weight = read(file).initializer("w");

    assertThat(weight.data().isReadOnly()).isTrue();
    assertThat(weight.data().byteSize()).isEqualTo(8);
  }

  @Test
  void fieldsThatAreNotReadAreSkipped() {
    byte[] file = model(floats("w", 1).mergeUnknownFields(unknown()));

    assertThat(read(file).initializer("w").toFloats()).containsExactly(1);
  }

  private static UnknownFieldSet unknown() {
    return UnknownFieldSet.newBuilder()
        .addField(
            12,
            UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFromUtf8("a description"))
                .build())
        .build();
  }
}
