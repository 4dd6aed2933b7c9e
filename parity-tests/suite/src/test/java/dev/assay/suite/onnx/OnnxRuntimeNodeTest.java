package dev.assay.suite.onnx;

import static dev.assay.suite.onnx.NodeSpec.operator;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import dev.assay.models.onnx.operator.OnnxOperators;
import dev.assay.runtime.Assay;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Uses of operators that ONNX's own cases do not show, against ONNX Runtime. */
class OnnxRuntimeNodeTest {
  private static Assay assay;

  @BeforeAll
  static void open() {
    assay = Assay.open("reference-cpu");
  }

  @AfterAll
  static void close() {
    assay.close();
  }

  static Stream<NodeSpec> elementwise() {
    return Stream.of(
        operator("Add", 14).random(DType.F32, 3, 1, 5).random(DType.F32, 4, 1),
        operator("Sub", 14).random(DType.I64, 4).random(DType.I64),
        operator("Div", 14).between(DType.I32, -9, 9, 2, 6).between(DType.I32, 2, 4, 6),
        operator("Pow", 15).random(DType.F32, 6).between(DType.I64, -3, 3, 2, 6),
        operator("Pow", 15).between(DType.I32, -3, 3, 6).between(DType.I32, 0, 5, 6),
        operator("Max", 13).random(DType.F32, 2, 3).random(DType.F32, 3).random(DType.F32, 2, 1),
        operator("Min", 13).between(DType.I32, -9, 9, 2, 3).between(DType.I32, -9, 9, 1),
        operator("Sum", 13).random(DType.F32, 2, 3).random(DType.F32, 3).random(DType.F32, 2, 1),
        operator("Mean", 13).random(DType.F32, 2, 3).random(DType.F32, 3).random(DType.F32),
        operator("Abs", 13).between(DType.I32, -9, 9, 7),
        operator("Neg", 13).between(DType.I8, -9, 9, 7),
        operator("Relu", 14).between(DType.I32, -9, 9, 7),
        operator("Reciprocal", 13).random(DType.F32, 7),
        operator("Erf", 13).random(DType.F32, 7),
        operator("LeakyRelu", 16).random(DType.F32, 7),
        operator("LeakyRelu", 16).with("alpha", 0.3f).random(DType.F32, 7),
        operator("PRelu", 16).random(DType.F32, 2, 7).random(DType.F32, 7),
        operator("Gelu", 20).with("approximate", "tanh").random(DType.F32, 2, 7),
        operator("Clip", 13).between(DType.I32, -9, 9, 7).value(Elements.ofLongs(DType.I32, -3)),
        operator("Clip", 6).with("min", -1f).with("max", 0.5f).random(DType.F32, 7),
        operator("Where", 16).random(DType.BOOL, 4, 1).random(DType.F32, 3).random(DType.F32),
        operator("Softmax", 11).with("axis", 1L).random(DType.F32, 2, 3, 4),
        operator("LogSoftmax", 11).random(DType.F32, 2, 3, 4),
        operator("Softmax", 13).with("axis", 0L).random(DType.F32, 5, 2));
  }

  static Stream<NodeSpec> reductions() {
    Stream<NodeSpec> sums = Stream.of("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin",
        "ReduceProd", "ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSumExp")
        .flatMap(name -> Stream.of(
            operator(name, 18).with("keepdims", 0L).random(DType.F32, 3, 2, 5).longs(-1, 0),
            operator(name, 18).random(DType.F32, 3, 2, 5).longs(1),
            operator(name, 18).with("keepdims", 0L).random(DType.F32, 3, 2, 5)));
    return Stream.concat(sums, Stream.of(
        operator("ReduceSum", 11).list("axes", -2L).random(DType.F32, 3, 2, 5),
        operator("ReduceMax", 12).list("axes", 0L).between(DType.I32, -9, 9, 3, 2),
        operator("ReduceLogSum", 18).between(DType.F32, 0.5, 3, 3, 4).longs(1),
        operator("ReduceLogSumExp", 18).between(DType.F32, 80, 100, 3, 4).longs(1),
        operator("ArgMax", 13).with("axis", 1L)
            .with("keepdims", 0L)
            .with("select_last_index", 1L)
            .between(DType.I32, 0, 2, 3, 9),
        operator("ArgMin", 13).with("axis", -1L).between(DType.I32, 0, 2, 3, 9),
        operator("ArgMin", 13).random(DType.F32, 3, 9),
        operator("TopK", 11).with("axis", 0L)
            .with("largest", 0L)
            .random(DType.F32, 6, 3)
            .longs(4)
            .outputs("values", "indices"),
        operator("TopK", 11).with("largest", 1L)
            .between(DType.I64, 0, 3, 2, 8)
            .longs(8)
            .outputs("values", "indices"),
        operator("CumSum", 14).with("reverse", 1L)
            .random(DType.F32, 3, 4)
            .value(Elements.ofLongs(DType.I64, -1)),
        operator("CumSum", 14).with("reverse", 1L)
            .with("exclusive", 1L)
            .random(DType.I64, 3, 4)
            .value(Elements.ofLongs(DType.I32, 0))));
  }

  static Stream<NodeSpec> movement() {
    long most = Long.MAX_VALUE;
    return Stream.of(
        operator("Gather", 13).with("axis", -1L)
            .random(DType.F32, 2, 5)
            .value(
                Elements.ofLongs(DType.I64, -1, 0, -5, 4), 2, 2),
        operator("Gather", 13).with("axis", 1L)
            .random(DType.I64, 2, 5, 3)
            .value(
                Elements.ofLongs(DType.I32, -2)),
        operator("GatherElements", 13).random(DType.F32, 4, 3)
            .value(
                Elements.ofLongs(DType.I64, -1, 0, 3, -4, 2, 1), 2, 3),
        operator("Reshape", 14).random(DType.F32, 2, 3, 4).longs(0, -1),
        operator("Flatten", 13).with("axis", -1L).random(DType.F32, 2, 3, 4),
        operator("Flatten", 13).with("axis", 0L).random(DType.F32, 2, 3, 4),
        operator("Flatten", 13).with("axis", 3L).random(DType.F32, 2, 3, 4),
        operator("Squeeze", 13).random(DType.F32, 1, 3, 1),
        operator("Squeeze", 11).list("axes", -1L).random(DType.F32, 1, 3, 1),
        operator("Unsqueeze", 11).list("axes", 0L, -1L).random(DType.F32, 3),
        operator("Transpose", 13).random(DType.F32, 2, 3, 4),
        operator("Expand", 13).random(DType.F32, 3, 1).longs(2, 1, 4),
        operator("Expand", 13).random(DType.F32, 3, 4).longs(1),
        operator("Shape", 15).with("start", -2L).random(DType.F32, 2, 3, 4),
        operator("Shape", 15).with("start", 1L).with("end", -1L).random(DType.F32, 2, 3, 4),
        operator("Size", 13).random(DType.F32, 2, 3),
        operator("Slice", 13).random(DType.F32, 7, 5)
            .longs(-1, 1)
            .longs(-most, most)
            .longs(0, -1)
            .longs(-2, 3),
        operator("Slice", 13).random(DType.F32, 7, 5)
            .longs(20, 4)
            .longs(0, 2)
            .longs(0, 1)
            .longs(-3, 1),
        operator("Slice", 13).random(DType.F32, 7, 5)
            .longs(most)
            .longs(Long.MIN_VALUE)
            .longs(0)
            .longs(-1),
        operator("Pad", 19).random(DType.F32, 2, 3).longs(1, 0, 2, 3).floats(7),
        operator("Pad", 19).random(DType.F32, 4, 3).longs(-1, 2, -2, 0).floats(1),
        operator("Pad", 19).with("mode", "reflect").random(DType.F32, 3, 4).longs(1, 3, 2, 0),
        operator("Pad", 19).with("mode", "edge").random(DType.F32, 3, 4).longs(0, 2, 2, 1),
        operator("Pad", 19).with("mode", "wrap").random(DType.F32, 3, 4).longs(1, 2, 2, 1),
        operator("Pad", 19).random(DType.F32, 2, 3).longs(1, 2).absent().longs(-1),
        operator("Tile", 13).random(DType.F32, 2, 3).longs(2, 3),
        operator("Tile", 13).random(DType.I64, 2, 1, 3).longs(1, 4, 0),
        operator("Concat", 13).with("axis", -2L)
            .random(DType.I32, 2, 1, 3)
            .random(DType.I32, 2, 4, 3)
            .random(DType.I32, 2, 2, 3),
        operator("Split", 18).with("axis", -1L)
            .with("num_outputs", 3L)
            .random(DType.F32, 2, 7)
            .outputs("a", "b", "c"),
        operator("Split", 13).random(DType.F32, 6, 2).longs(1, 0, 5).outputs("a", "b", "c"),
        operator("Trilu", 14).random(DType.F32, 2, 3, 4).value(Elements.ofLongs(DType.I64, -1)),
        operator("Trilu", 14).with("upper", 0L)
            .random(DType.F32, 3, 4)
            .value(Elements.ofLongs(DType.I64, 1)));
  }

  static Stream<NodeSpec> matrices() {
    return Stream.of(
        operator("MatMul", 13).random(DType.F32, 4).random(DType.F32, 2, 4, 3),
        operator("MatMul", 13).random(DType.F32, 2, 3, 4).random(DType.F32, 4),
        operator("MatMul", 13).random(DType.F32, 2, 1, 3, 4).random(DType.F32, 5, 4, 2),
        operator("Gemm", 13).with("alpha", 0.25f)
            .with("beta", 0.35f)
            .with("transA", 1L)
            .with("transB", 1L)
            .random(DType.F32, 4, 3)
            .random(DType.F32, 5, 4)
            .random(DType.F32, 1, 5),
        operator("Gemm", 13).random(DType.F32, 3, 4)
            .random(DType.F32, 4, 5)
            .random(DType.F32, 3, 1),
        operator("Gemm", 13).with("beta", 0.5f)
            .random(DType.F32, 3, 4)
            .random(DType.F32, 4, 5)
            .random(DType.F32),
        operator("Gemm", 13).with("alpha", 2f).random(DType.F32, 3, 4).random(DType.F32, 4, 5),
        operator("LayerNormalization", 17).random(DType.F32, 2, 3, 4).random(DType.F32, 4),
        operator("LayerNormalization", 17).with("axis", 1L)
            .with("epsilon", 0.1f)
            .random(DType.F32, 2, 3, 4)
            .random(DType.F32, 3, 4)
            .random(DType.F32, 3, 4)
            .outputs("y", "mean", "inverse"),
        operator("DequantizeLinear", 19).between(DType.I8, -9, 9, 2, 3)
            .between(DType.F32, 0.1, 2, 3)
            .between(DType.I8, -3, 3, 3)
            .with("axis", -1L),
        operator("DequantizeLinear", 19).between(DType.I32, -99, 99, 2, 3)
            .between(DType.F32, 0.1, 2),
        operator("DequantizeLinear", 21).between(DType.U8, 0, 255, 5, 2)
            .between(DType.F32, 0.1, 2, 3, 2)
            .with("axis", 0L)
            .with("block_size", 2L),
        operator("Cast", 13).with("to", 3L).between(DType.I32, -400, 400, 64),
        operator("Cast", 13).with("to", 2L).between(DType.I64, -70000, 70000, 64),
        operator("Cast", 13).with("to", 5L).between(DType.I32, -70000, 70000, 64),
        operator("Cast", 13).with("to", 6L).between(DType.F32, -70000, 70000, 64),
        operator("Cast", 13).with("to", 10L).between(DType.F32, -100, 100, 64),
        operator("Cast", 13).with("to", 9L).random(DType.F32, 8),
        operator("Cast", 13).with("to", 7L).random(DType.BOOL, 8));
  }

  static Stream<NodeSpec> attention() {
    return Stream.of(
        qkv(2, 4, 2, 3, 5).random(DType.F32, 3, 5),
        qkv(2, 4, 2, 3, 5).random(DType.F32, 2, 1, 3, 5),
        qkv(2, 4, 4, 3, 5).random(DType.BOOL, 2, 4, 3, 5),
        qkv(2, 4, 1, 5, 5).with("is_causal", 1L),
        qkv(1, 2, 2, 3, 6).with("softcap", 1.5f),
        qkv(1, 2, 2, 3, 6).with("scale", 0.3f),
        qkv(2, 4, 2, 3, 5).random(DType.F32, 3, 5).outputs("y", "", "", "scores"),
        qkv(2, 4, 2, 3, 5).with("qk_matmul_output_mode", 3L)
            .random(DType.F32, 3, 5)
            .outputs("y", "", "", "weights"),
        qkv(2, 4, 2, 3, 5).random(DType.F32, 3, 7)
            .random(DType.F32, 2, 2, 2, 8)
            .random(DType.F32, 2, 2, 2, 8)
            .outputs("y", "keys", "values"),
        operator("Attention", 23).with("q_num_heads", 4L)
            .with("kv_num_heads", 2L)
            .random(DType.F32, 2, 3, 32)
            .random(DType.F32, 2, 5, 16)
            .random(DType.F32, 2, 5, 16),
        operator("RotaryEmbedding", 23).random(DType.F32, 2, 4, 3, 8)
            .random(DType.F32, 9, 4)
            .random(DType.F32, 9, 4)
            .value(Elements.ofLongs(DType.I64, 0, 8, 3, 1, 1, 2), 2, 3),
        operator("RotaryEmbedding", 23).with("num_heads", 2L)
            .with("interleaved", 1L)
            .random(DType.F32, 2, 3, 16)
            .random(DType.F32, 2, 3, 4)
            .random(DType.F32, 2, 3, 4));
  }

  private static NodeSpec qkv(long batch, long heads, long kvHeads, long queries, long keys) {
    return operator("Attention", 23).random(DType.F32, batch, heads, queries, 8)
        .random(DType.F32, batch, kvHeads, keys, 8)
        .random(DType.F32, batch, kvHeads, keys, 8);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"elementwise", "reductions", "movement", "matrices", "attention"})
  void computesWhatOnnxRuntimeComputes(NodeSpec spec) throws OrtException {
    List<NodeSpec.Value> ours = run(spec);

    List<NodeSpec.Value> theirs =
        OrtNode.run(spec, ours.stream().map(value -> value.elements().dtype()).toList());

    for (int i = 0; i < ours.size(); i++) {
      assertThat(ours.get(i).shape()).as("shape of output %d", i).isEqualTo(theirs.get(i).shape());
      double[] expected = theirs.get(i).elements().toDoubles();
      double[] actual = ours.get(i).elements().toDoubles();
      for (int j = 0; j < expected.length; j++) {
        assertThat(Math.abs(actual[j] - expected[j])).as(
            "output %d at %d: %s for %s", i, j, actual[j], expected[j])
            .isLessThanOrEqualTo(1e-6 + 1e-4 * Math.abs(expected[j]));
      }
    }
  }

  private static List<NodeSpec.Value> run(NodeSpec spec) {
    try (TensorScope scope = assay.scope()) {
      List<Tensor> inputs = new ArrayList<>();
      spec.inputs()
          .forEach(input -> inputs.add(input.elements() == null
              ? null
              : scope.tensor(input.elements(), input.shape())));
      return OnnxOperators.run(scope, spec.node(), spec.opset(), inputs)
          .stream()
          .filter(Objects::nonNull)
          .map(output -> new NodeSpec.Value(output.read(), output.shape()))
          .toList();
    }
  }
}
