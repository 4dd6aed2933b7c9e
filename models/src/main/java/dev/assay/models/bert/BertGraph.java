package dev.assay.models.bert;

import dev.assay.models.bert.GraphValues.Operands;
import dev.assay.models.onnx.OnnxModel;
import dev.assay.models.onnx.OnnxNode;
import dev.assay.models.onnx.OnnxTensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recognises a BERT encoder from its output backwards, as PyTorch exports it: each value has one producer, so the way
 * back is unambiguous, and what is not exactly the expected computation is an error rather than a guess.
 *
 * <p>Source of the network: Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers", 2018.
 */
final class BertGraph {
  /** A recognised layer and its number of heads. */
  record Layer(BertLayerWeights weights, AttentionGraph.Heads heads) {}

  /** Everything recognised; layers in order. */
  record Found(
      OnnxTensor words,
      OnnxTensor positions,
      OnnxTensor tokenTypes,
      LayerNormWeights embeddingNorm,
      List<Layer> layers) {}

  private record Norm(String input, LayerNormWeights weights) {}

  /** Stands among the tables for what is no input of the graph. */
  private static final String POSITIONS = "positions";

  private final OnnxModel model;
  private final GraphValues values;
  private final LinearGraph linears;
  private final AttentionGraph attention;

  BertGraph(OnnxModel model) {
    this.model = model;
    this.values = new GraphValues(model);
    this.linears = new LinearGraph(values);
    this.attention = new AttentionGraph(values, linears);
  }

  Found find() {
    if (model.outputs().isEmpty()) {
      throw values.mismatch("output", "an output of the graph", "none");
    }
    List<Layer> layers = new ArrayList<>();
    Norm norm = norm(model.outputs().getFirst(), "last normalisation");
    while (isResidual(norm.input)) {
      norm = layer(norm, layers);
    }
    if (layers.isEmpty()) {
      throw values.mismatch("layers", "at least one layer before the output", "none");
    }
    Collections.reverse(layers);
    Map<String, OnnxTensor> tables = tables(norm.input);
    return new Found(
        table(tables, "input_ids"), table(tables, POSITIONS), table(tables, "token_type_ids"),
        norm.weights, layers);
  }

  /** Adds the layer that ends in {@code outputNorm} and returns the normalisation before it. */
  private Norm layer(Norm outputNorm, List<Layer> layers) {
    String role = "layer " + layers.size() + " from the end, ";
    LinearGraph.Residual out = linears.residual(outputNorm.input, role + "feed-forward output");
    LinearGraph.Linear in =
        linears.linear(gelu(out.linear().input(), role + "GELU"), role + "feed-forward input");
    values.same(out.residual(), in.input(), role + "residual of feed-forward");
    Norm attentionNorm = norm(in.input(), role + "attention normalisation");
    LinearGraph.Residual joined = linears.residual(attentionNorm.input, role + "attention output");
    AttentionGraph.Attention heads = attention.find(joined.linear().input(), role);
    values.same(joined.residual(), heads.input(), role + "residual of attention");
    layers.add(
        new Layer(
            new BertLayerWeights(
                heads.query(),
                heads.key(),
                heads.value(),
                joined.linear().weights(),
                attentionNorm.weights,
                in.weights(),
                out.linear().weights(),
                outputNorm.weights),
            heads.heads()));
    return norm(heads.input(), role + "normalisation before it");
  }

  private boolean isResidual(String value) {
    return values.isMadeBy(value, "Add")
        && values.made(value, "Add", 2, "sum").inputs().stream().anyMatch(linears::isLinear);
  }

  /** (x − mean(x)) / √(mean((x − mean(x))²) + ε) · γ + β. */
  private Norm norm(String value, String role) {
    Operands shifted = values.operands(values.made(value, "Add", 2, role), role);
    Operands scaled = values.operands(values.made(shifted.computed(), "Mul", 2, role), role);
    OnnxNode quotient = values.made(scaled.computed(), "Div", 2, role);
    String centred = quotient.inputs().get(0);
    OnnxNode difference = values.made(centred, "Sub", 2, role);
    String input = difference.inputs().get(0);
    values.same(input, mean(difference.inputs().get(1), role), role);
    OnnxNode root = values.made(quotient.inputs().get(1), "Sqrt", 1, role);
    Operands variance = values.operands(values.made(root.inputs().get(0), "Add", 2, role), role);
    OnnxNode square = values.made(mean(variance.computed(), role), "Pow", 2, role);
    values.same(centred, square.inputs().get(0), role);
    values.number(2, values.scalar(values.weight(square.inputs().get(1), role), role),
        role + " exponent");
    double epsilon = values.scalar(variance.constant(), role + " epsilon");
    return new Norm(input,
        new LayerNormWeights(scaled.constant(), shifted.constant(), (float) epsilon));
  }

  /** What {@code value} is the mean of, over the last axis. */
  private String mean(String value, String role) {
    OnnxNode mean = values.made(value, "ReduceMean", 1, role);
    values.ints(mean, "axes", List.of(-1L), role);
    return mean.inputs().get(0);
  }

  /** x · (erf(x / √2) + 1) · ½, the exact form; the tanh form differs by up to 5e-4 and is refused. */
  private String gelu(String value, String role) {
    Operands halved = values.operands(values.made(value, "Mul", 2, role), role);
    values.number(0.5, values.scalar(halved.constant(), role), role);
    OnnxNode product = values.made(halved.computed(), "Mul", 2, role);
    String input = product.inputs().get(0);
    Operands sum = values.operands(values.made(product.inputs().get(1), "Add", 2, role), role);
    values.number(1, values.scalar(sum.constant(), role), role);
    OnnxNode erf = values.made(sum.computed(), "Erf", 1, role);
    OnnxNode quotient = values.made(erf.inputs().get(0), "Div", 2, role);
    values.same(input, quotient.inputs().get(0), role);
    values.number(Math.sqrt(2), values.scalar(values.weight(quotient.inputs().get(1), role), role),
        role);
    return input;
  }

  /** The three tables whose rows {@code sum} adds up, by what selects the rows. */
  private Map<String, OnnxTensor> tables(String sum) {
    String role = "embeddings";
    Map<String, OnnxTensor> tables = new LinkedHashMap<>();
    Deque<String> addends = new ArrayDeque<>(List.of(sum));
    while (!addends.isEmpty()) {
      String addend = addends.removeFirst();
      if (values.isMadeBy(addend, "Add")) {
        addends.addAll(values.made(addend, "Add", 2, role).inputs());
      } else {
        OnnxNode gather = values.made(addend, "Gather", 2, role);
        String index = gather.inputs().get(1);
        String key = model.inputs().contains(index) ? index : position(index);
        if (tables.put(key, values.weight(gather.inputs().get(0), role)) != null) {
          throw values.mismatch(role, "one table for " + key, "two");
        }
      }
      // Sums of sums could be many more than there are nodes.
      if (tables.size() + addends.size() > 3) {
        throw values.mismatch(role, "the sum of three tables", "more addends");
      }
    }
    return tables;
  }

  /** Checks that rows are selected by 0, 1, 2…. */
  private String position(String index) {
    String role = "position embeddings";
    OnnxNode slice = values.made(index, "Slice", 3, role);
    long[] numbers = values.weight(slice.inputs().get(0), role).toLongs();
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != i) {
        throw values.mismatch(role, "index " + i + " at " + i, String.valueOf(numbers[i]));
      }
    }
    values.number(0, values.scalar(values.weight(slice.inputs().get(1), role), role),
        role + " start");
    return POSITIONS;
  }

  private OnnxTensor table(Map<String, OnnxTensor> tables, String key) {
    OnnxTensor table = tables.get(key);
    if (table == null) {
      throw values.mismatch(
          "embeddings", "tables for input_ids, token_type_ids and positions",
          tables.keySet().toString());
    }
    return table;
  }
}
