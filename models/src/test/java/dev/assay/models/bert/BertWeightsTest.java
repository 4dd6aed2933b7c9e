package dev.assay.models.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.assay.models.ModelCodes;
import dev.assay.models.minilm.MiniLmFiles;
import dev.assay.models.onnx.OnnxAttribute;
import dev.assay.models.onnx.OnnxModel;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.models.onnx.OnnxReader;
import dev.assay.models.onnx.OnnxTensor;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BertWeightsTest {
  private static OnnxModel model;

  @BeforeAll
  static void readTheModel() throws IOException {
    try (InputStream stream = MiniLmFiles.onnx()) {
      model = new OnnxReader().read(stream, MiniLmFiles.ONNX);
    }
  }

  @Test
  void theSizesFollowFromTheWeights() {
    BertWeights weights = BertWeights.of(model);

    assertThat(weights.config()).isEqualTo(new BertConfig(30_522, 512, 2, 384, 6, 12, 1536));
    assertThat(weights.config().headDim()).isEqualTo(32);
    assertThat(weights.layers()).hasSize(6);
    assertThat(weights.embeddingNorm().epsilon()).isEqualTo(1e-12f);
    assertThat(weights.layers())
        .allSatisfy(layer -> assertThat(layer.outputNorm().epsilon()).isEqualTo(1e-12f));
  }

  @Test
  void namesThatTheExporterKeptAgreeWithTheRolesFound() {
    BertWeights weights = BertWeights.of(model);

    assertThat(weights.wordEmbeddings().name()).isEqualTo("embeddings.word_embeddings.weight");
    assertThat(weights.positionEmbeddings().name())
        .isEqualTo("embeddings.position_embeddings.weight");
    assertThat(weights.tokenTypeEmbeddings().name())
        .isEqualTo("embeddings.token_type_embeddings.weight");
    for (int i = 0; i < 6; i++) {
      BertLayerWeights layer = weights.layers().get(i);
      String prefix = "encoder.layer." + i + ".";
      assertThat(layer.query().bias().name()).isEqualTo(prefix + "attention.self.query.bias");
      assertThat(layer.key().bias().name()).isEqualTo(prefix + "attention.self.key.bias");
      assertThat(layer.value().bias().name()).isEqualTo(prefix + "attention.self.value.bias");
      assertThat(layer.attentionOutput().bias().name())
          .isEqualTo(prefix + "attention.output.dense.bias");
      assertThat(layer.attentionNorm().gamma().name())
          .isEqualTo(prefix + "attention.output.LayerNorm.weight");
      assertThat(layer.feedForwardIn().bias().name()).isEqualTo(prefix + "intermediate.dense.bias");
      assertThat(layer.feedForwardOut().bias().name()).isEqualTo(prefix + "output.dense.bias");
      assertThat(layer.outputNorm().beta().name()).isEqualTo(prefix + "output.LayerNorm.bias");
    }
  }

  @Test
  void theWeightsInTheirRolesGiveOnnxRuntimesHiddenState() {
    double[][] state = new BertForward(BertWeights.of(model)).run(101, 7592, 2088, 102);

    // last_hidden_state[0][0][0..4] of ONNX Runtime for the same ids.
    double[] expected = {0.17644446, 0.0393658, 0.07790196, 0.25854146, -0.15842624};
    for (int c = 0; c < expected.length; c++) {
      assertThat(state[0][c]).isCloseTo(expected[c], within(1e-6));
    }
  }

  @Test
  void rolesDoNotDependOnNames() {
    UnaryOperator<String> rename =
        name -> model.inputs().contains(name) ? name : "v" + name.hashCode();
    Map<String, OnnxTensor> initializers = new LinkedHashMap<>();
    model.initializers().forEach((name, tensor) -> initializers.put(rename.apply(name), tensor));
    List<OnnxNode> nodes =
        model.nodes()
            .stream()
            .map(
                node -> new OnnxNode(
                    "",
                    node.operator(),
                    node.inputs().stream().map(rename).toList(),
                    node.outputs().stream().map(rename).toList(),
                    node.attributes()))
            .toList();
    List<String> outputs = model.outputs().stream().map(rename).toList();

    assertThat(
        BertWeights.of(new OnnxModel("renamed", nodes, initializers, model.inputs(), outputs)))
        .isEqualTo(BertWeights.of(model));
  }

  @ParameterizedTest
  @CsvSource({
    "/encoder/layer.3/intermediate/intermediate_act_fn/Erf, Tanh, GELU",
    "/encoder/layer.0/attention/self/Softmax, LogSoftmax, softmax",
    "/encoder/layer.5/output/LayerNorm/Sqrt, Identity, normalisation",
    "/encoder/layer.2/attention/self/key/MatMul, Gemm, key",
    "/embeddings/word_embeddings/Gather, Identity, embeddings",
    "/Cast, Not, mask",
  })
  void anotherOperatorIsNamedWithItsRole(String node, String operator, String role) {
    OnnxModel other =
        withNode(node,
            n -> new OnnxNode(n.name(), operator, n.inputs(), n.outputs(), n.attributes()));

    assertGraphProblem(other, role);
  }

  @ParameterizedTest
  @CsvSource({
    "/encoder/layer.1/intermediate/intermediate_act_fn/Constant, 1.5, GELU",
    "/encoder/layer.1/intermediate/intermediate_act_fn/Constant_2, 1.0, GELU",
    "/encoder/layer.4/attention/self/Constant_12, 8.0, scale",
    "/encoder/layer.4/attention/self/Constant_12, NaN, scale",
    "/encoder/layer.4/output/LayerNorm/Constant, 3.0, exponent",
    "/Constant_1, 0.0, mask",
    "/Constant, 0.0, mask",
  })
  void anotherConstantIsNamedWithItsRole(String node, float value, String role) {
    assertGraphProblem(withNode(node, n -> constant(n, value)), role);
  }

  @Test
  void swappedInputsOfTheMaskAreNotTakenForIt() {
    assertGraphProblem(
        withNode(
            "/Sub",
            n -> new OnnxNode(n.name(), n.operator(), n.inputs().reversed(), n.outputs(),
                n.attributes())),
        "mask");
  }

  @ParameterizedTest
  @CsvSource({
    "/encoder/layer.0/attention/self/Transpose_2, perm, '0,2,1,3', key",
    "/encoder/layer.0/attention/self/Transpose, perm, '0,2,3,1', value",
    "/encoder/layer.0/output/LayerNorm/ReduceMean_1, axes, '1', normalisation",
    "/Unsqueeze, axes, '0', mask",
  })
  void anotherAttributeIsNamedWithItsRole(String node, String attribute, String values,
      String role) {
    List<Long> ints = Arrays.stream(values.split(",", -1)).map(Long::valueOf).toList();
    OnnxModel other =
        withNode(
            node,
            n -> {
              Map<String, OnnxAttribute> attributes = new HashMap<>(n.attributes());
              attributes.put(attribute, new OnnxAttribute.Ints(ints));
              return new OnnxNode(n.name(), n.operator(), n.inputs(), n.outputs(), attributes);
            });

    assertGraphProblem(other, role);
  }

  @Test
  void aResidualFromElsewhereIsNamed() {
    OnnxModel other =
        withNode(
            "/encoder/layer.2/output/Add",
            n -> new OnnxNode(
                n.name(),
                n.operator(),
                List.of(n.inputs().get(0), "/embeddings/LayerNorm/Add_1_output_0"),
                n.outputs(),
                n.attributes()));

    assertGraphProblem(other, "residual of feed-forward");
  }

  @Test
  void aGraphWithoutOutputOrWithoutLayersIsNoEncoder() {
    assertGraphProblem(
        new OnnxModel("x", model.nodes(), model.initializers(), model.inputs(), List.of()),
        "output");
    assertGraphProblem(
        new OnnxModel(
            "x", model.nodes(), model.initializers(), model.inputs(),
            List.of("/embeddings/LayerNorm/Add_1_output_0")),
        "layers");
    assertGraphProblem(new OnnxModel("x", List.of(), Map.of(), List.of(), List.of("y")),
        "normalisation");
  }

  @Test
  void everyWeightThatDoesNotFitIsNamed() {
    Map<String, OnnxTensor> initializers = new LinkedHashMap<>(model.initializers());
    initializers.put("embeddings.LayerNorm.bias", tensor(DType.F32, 383));
    initializers.put("encoder.layer.1.attention.self.query.bias", tensor(DType.F32, 1, 384));
    initializers.put("encoder.layer.4.intermediate.dense.bias", tensor(DType.I32, 1536));
    initializers.put("embeddings.position_embeddings.weight", tensor(DType.F32, 512, 12));

    assertThat(
        problems(new OnnxModel("x", model.nodes(), initializers, model.inputs(), model.outputs())))
        .allSatisfy(problem -> assertThat(problem.code()).isEqualTo(ModelCodes.MODEL_SHAPE))
        .extracting(Problem::what)
        .satisfiesExactly(
            what -> assertThat(what).startsWith("position embeddings"),
            what -> assertThat(what).startsWith("embedding normalisation beta"),
            what -> assertThat(what).startsWith("layer 1 query bias"),
            what -> assertThat(what).startsWith("layer 4 feed-forward input bias"));
  }

  @Test
  void embeddingsMustBeMatrices() {
    Map<String, OnnxTensor> initializers = new LinkedHashMap<>(model.initializers());
    initializers.put("embeddings.word_embeddings.weight", tensor(DType.F32, 384));

    assertThat(
        problems(new OnnxModel("x", model.nodes(), initializers, model.inputs(), model.outputs())))
        .allSatisfy(problem -> assertThat(problem.code()).isEqualTo(ModelCodes.MODEL_SHAPE))
        .anySatisfy(problem -> assertThat(problem.what()).startsWith("word embeddings"));
  }

  private static OnnxModel withNode(String name, UnaryOperator<OnnxNode> change) {
    List<OnnxNode> nodes = new ArrayList<>(model.nodes());
    List<OnnxNode> found = nodes.stream().filter(node -> node.name().equals(name)).toList();
    assertThat(found).as("nodes named " + name).hasSize(1);
    nodes.replaceAll(node -> node.name().equals(name) ? change.apply(node) : node);
    return new OnnxModel("changed", nodes, model.initializers(), model.inputs(), model.outputs());
  }

  private static OnnxNode constant(OnnxNode node, float value) {
    byte[] bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(value).array();
    OnnxTensor tensor = new OnnxTensor("", DType.F32, List.of(), MemorySegment.ofArray(bytes));
    return new OnnxNode(
        node.name(), node.operator(), node.inputs(), node.outputs(),
        Map.of("value", new OnnxAttribute.Constant(tensor)));
  }

  private static OnnxTensor tensor(DType dtype, long... shape) {
    List<Long> dims = Arrays.stream(shape).boxed().toList();
    long bytes = dims.stream().reduce((long) dtype.sizeBytes(), Math::multiplyExact);
    return new OnnxTensor("made", dtype, dims, MemorySegment.ofArray(new byte[(int) bytes]));
  }

  private static void assertGraphProblem(OnnxModel model, String role) {
    assertThat(problems(model))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo(ModelCodes.MODEL_GRAPH);
              assertThat(problem.what()).contains(role);
            });
  }

  private static List<Problem> problems(OnnxModel model) {
    Throwable thrown = catchThrowable(() -> BertWeights.of(model));
    assertThat(thrown).isInstanceOf(InvalidInputException.class);
    return ((InvalidInputException) thrown).problems();
  }
}
