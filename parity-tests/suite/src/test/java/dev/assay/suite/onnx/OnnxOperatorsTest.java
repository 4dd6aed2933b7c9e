package dev.assay.suite.onnx;

import static dev.assay.suite.onnx.NodeSpec.operator;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.operator.OnnxOperators;
import dev.assay.runtime.Assay;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator cannot do is refused by name, and what neither ONNX's cases nor ONNX Runtime show is right. */
class OnnxOperatorsTest {
  private Assay assay;
  private TensorScope scope;

  @BeforeEach
  void open() {
    assay = Assay.open("reference-cpu");
    scope = assay.scope();
  }

  @AfterEach
  void close() {
    scope.close();
    assay.close();
  }

  static Stream<NodeSpec> uncovered() {
    return Stream.of(
        operator("Conv", 22).random(DType.F32, 1, 1, 3, 3).random(DType.F32, 1, 1, 2, 2),
        operator("com.acme/Add", 14).random(DType.F32, 2).random(DType.F32, 2),
        operator("Add", 14).with("broadcast", 1L).random(DType.F32, 2).random(DType.F32, 2),
        operator("Add", 29).random(DType.F32, 2).random(DType.F32, 2),
        operator("Add", 14).random(DType.BOOL, 2).random(DType.BOOL, 2),
        operator("MatMul", 13).random(DType.I32, 2, 2).random(DType.I32, 2, 2),
        operator("ReduceMean", 18).random(DType.I32, 2, 2),
        operator("ReduceL2", 18).with("noop_with_empty_axes", 1L).random(DType.F32, 2, 2),
        operator("Pow", 15).between(DType.I32, 1, 3, 2).random(DType.F32, 2),
        operator("Pow", 15).between(DType.I32, 1, 3, 2).between(DType.I64, 1, 3, 2),
        operator("Cast", 13).with("to", 11L).random(DType.F32, 2),
        operator("Cast", 13).with("to", 13L).random(DType.I32, 2),
        operator("Pad", 19).with("mode", "mirror").random(DType.F32, 2).longs(1, 1),
        operator("Gelu", 20).with("approximate", "quick").random(DType.F32, 2),
        operator("LayerNormalization", 17).with("stash_type", 10L)
            .random(DType.F32, 2, 2)
            .random(DType.F32, 2),
        operator("Attention", 23).with("softmax_precision", 11L)
            .random(DType.F32, 1, 1, 2, 4)
            .random(DType.F32, 1, 1, 2, 4)
            .random(DType.F32, 1, 1, 2, 4));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void uncovered(NodeSpec spec) {
    assertThatThrownBy(() -> run(spec)).isInstanceOfSatisfying(InvalidInputException.class,
        error -> {
          assertThat(error.code()).isEqualTo(ModelCodes.ONNX_UNCOVERED);
          assertThat(error.getMessage()).contains("operator " + spec.node().operator());
        });
  }

  static Stream<NodeSpec> contradictory() {
    return Stream.of(
        operator("Add", 14).random(DType.F32, 2),
        operator("Add", 14).random(DType.F32, 2).absent(),
        operator("Abs", 14).random(DType.F32, 2).outputs("a", "b"),
        operator("Softmax", 13).with("axis", 1f).random(DType.F32, 2, 2),
        operator("Concat", 13).random(DType.F32, 2),
        operator("ReduceSum", 13).with("keepdims", 2L).random(DType.F32, 2),
        operator("ReduceSum", 13).random(DType.F32, 2).random(DType.F32, 1),
        operator("Reshape", 14).random(DType.F32, 2).longs(0, 0, 2),
        operator("Reshape", 14).with("allowzero", 1L).random(DType.F32, 2).longs(0, -1),
        operator("Squeeze", 13).random(DType.F32, 2, 1).longs(0),
        operator("Unsqueeze", 13).random(DType.F32, 2).longs(0, 0),
        operator("Split", 18).with("num_outputs", 3L).random(DType.F32, 6).outputs("a", "b"),
        operator("Slice", 13).random(DType.F32, 6).longs(0).longs(3).longs(0).longs(0),
        operator("Slice", 13).random(DType.F32, 6).longs(0, 0).longs(3, 3).longs(0, -1),
        operator("Gather", 13).random(DType.F32, 6).random(DType.F32, 1),
        operator("Trilu", 14).random(DType.F32, 2, 2).longs(1, 2),
        operator("Add", 14).random(DType.F32, 2).random(DType.F32, 3),
        operator("Add", 14).random(DType.F32, 2).random(DType.I32, 2),
        operator("Gather", 13).with("axis", 3L).random(DType.F32, 6).longs(1),
        operator("Tile", 13).random(DType.F32, 2, 2).longs(1),
        operator("LayerNormalization", 17).random(DType.F32, 2, 3).random(DType.F32, 2),
        operator("RotaryEmbedding", 23).random(DType.F32, 2, 3, 8)
            .random(DType.F32, 2, 3, 4)
            .random(DType.F32, 2, 3, 4),
        operator("Attention", 23).random(DType.F32, 1, 2, 4)
            .random(DType.F32, 1, 2, 4)
            .random(DType.F32, 1, 2, 4));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void contradictory(NodeSpec spec) {
    assertThatThrownBy(() -> run(spec)).isInstanceOfSatisfying(InvalidInputException.class,
        error -> assertThat(error.code()).isEqualTo(ModelCodes.ONNX_NODE));
  }

  @Test
  void allThatIsWrongWithANodeIsSaidAtOnce() {
    NodeSpec spec = operator("Abs", 99).with("one", 1L)
        .with("two", 2L)
        .random(DType.F32, 2)
        .random(DType.F32, 2);

    assertThatThrownBy(() -> run(spec)).isInstanceOfSatisfying(InvalidInputException.class,
        error -> assertThat(error.problems()).hasSize(4));
  }

  @ParameterizedTest
  @ValueSource(longs = {4, -5, Long.MAX_VALUE, Long.MIN_VALUE, (1L << 32) - 1})
  void anIndexOutsideIsAnErrorWhateverItsSize(long index) {
    NodeSpec spec = operator("Gather", 13).random(DType.F32, 4, 2).longs(0, index);

    assertThatThrownBy(() -> run(spec).getFirst().read())
        .isInstanceOfSatisfying(DeviceException.class,
            error -> assertThat(error.code()).isEqualTo(Codes.INDEX_OUT_OF_RANGE));
  }

  @Test
  void scoresAreGivenOutAfterTheCapAndBeforeTheMask() {
    NodeSpec plain = scores(0);
    NodeSpec capped = scores(1);
    NodeSpec masked = scores(2);

    float[] raw = run(plain).get(3).toFloatArray();
    float[] cap = run(capped).get(3).toFloatArray();
    float[] added = run(masked).get(3).toFloatArray();
    Elements mask = plain.inputs().get(3).elements();

    for (int i = 0; i < raw.length; i++) {
      assertThat((double) cap[i]).isCloseTo(0.5 * Math.tanh(raw[i] / 0.5), within(1e-6));
      assertThat((double) added[i]).isCloseTo(cap[i] + mask.getDouble(i), within(1e-6));
    }
  }

  private static NodeSpec scores(long mode) {
    return operator("Attention", 24).with("softcap", 0.5f)
        .with("qk_matmul_output_mode", mode)
        .random(DType.F32, 1, 1, 3, 4)
        .random(DType.F32, 1, 1, 5, 4)
        .random(DType.F32, 1, 1, 5, 4)
        .random(DType.F32, 3, 5)
        .outputs("y", "", "", "scores");
  }

  @Test
  void aMaskThatEndsEarlyHidesTheKeysBehindIt() {
    NodeSpec shorter = operator("Attention", 24).random(DType.F32, 1, 1, 3, 4)
        .random(DType.F32, 1, 1, 5, 4)
        .random(DType.F32, 1, 1, 5, 4)
        .value(Elements.of(DType.F32, new double[9]), 3, 3);
    NodeSpec lengths = operator("Attention", 24).random(DType.F32, 1, 1, 3, 4)
        .random(DType.F32, 1, 1, 5, 4)
        .random(DType.F32, 1, 1, 5, 4)
        .absent()
        .absent()
        .absent()
        .longs(3);

    assertThat(run(shorter).getFirst().toFloatArray())
        .containsExactly(run(lengths).getFirst().toFloatArray());
  }

  @Test
  void emptyTensorsPassThroughEveryFamily() {
    assertThat(run(operator("Trilu", 14).random(DType.I64, 3, 0, 5)).getFirst().shape().sizes())
        .containsExactly(3, 0, 5);
    assertThat(run(operator("Concat", 13).with("axis", 0L)
        .random(DType.F32, 0, 2)
        .random(DType.F32, 1, 2)).getFirst().read().length()).isEqualTo(2);
    assertThat(run(operator("Softmax", 13).random(DType.F32, 2, 0)).getFirst().shape().sizes())
        .containsExactly(2, 0);
    assertThat(run(operator("MatMul", 13).random(DType.F32, 2, 0).random(DType.F32, 0, 3))
        .getFirst()
        .toFloatArray()).containsOnly(0).hasSize(6);
  }

  private List<Tensor> run(NodeSpec spec) {
    List<Tensor> inputs = new ArrayList<>();
    spec.inputs()
        .forEach(input -> inputs.add(input.elements() == null
            ? null
            : scope.tensor(input.elements(), input.shape())));
    return OnnxOperators.run(scope, spec.node(), spec.opset(), inputs);
  }
}
