package dev.assay.models.bert;

import dev.assay.models.ModelCodes;
import dev.assay.models.onnx.OnnxTensor;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.util.List;

/** Derives the sizes of an encoder from its weights and holds every weight against them. */
final class BertShapes {
  private final Problems problems;
  private final BertGraph.Found found;

  BertShapes(String source, BertGraph.Found found) {
    this.problems = new Problems(source);
    this.found = found;
  }

  BertConfig check() {
    long hidden = size(found.words(), 1, "word embeddings");
    BertGraph.Layer first = found.layers().getFirst();
    BertConfig config =
        new BertConfig(
            (int) size(found.words(), 0, "word embeddings"),
            (int) size(found.positions(), 0, "position embeddings"),
            (int) size(found.tokenTypes(), 0, "token type embeddings"),
            (int) hidden,
            found.layers().size(),
            (int) heads(first, hidden),
            (int) size(first.weights().feedForwardIn().weight(), 1, "feed-forward input"));
    problems.throwIfAny(InvalidInputException::new);

    weight(found.words(), List.of((long) config.vocabulary(), hidden), "word embeddings");
    weight(found.positions(), List.of((long) config.positions(), hidden), "position embeddings");
    weight(found.tokenTypes(), List.of((long) config.tokenTypes(), hidden),
        "token type embeddings");
    norm(found.embeddingNorm(), hidden, "embedding normalisation");
    for (int i = 0; i < found.layers().size(); i++) {
      layer(found.layers().get(i), config, "layer " + i + " ");
    }
    problems.throwIfAny(InvalidInputException::new);
    return config;
  }

  private void layer(BertGraph.Layer layer, BertConfig config, String role) {
    long hidden = config.hidden();
    BertLayerWeights weights = layer.weights();
    if (heads(layer, hidden) != config.heads()) {
      problems.add(
          Problem.of(ModelCodes.MODEL_SHAPE, role + "has another number of heads")
              .expected(String.valueOf(config.heads()), layer.heads().toString()));
    }
    linear(weights.query(), hidden, hidden, role + "query");
    linear(weights.key(), hidden, hidden, role + "key");
    linear(weights.value(), hidden, hidden, role + "value");
    linear(weights.attentionOutput(), hidden, hidden, role + "attention output");
    norm(weights.attentionNorm(), hidden, role + "attention normalisation");
    linear(weights.feedForwardIn(), hidden, config.feedForward(), role + "feed-forward input");
    linear(weights.feedForwardOut(), config.feedForward(), hidden, role + "feed-forward output");
    norm(weights.outputNorm(), hidden, role + "output normalisation");
  }

  private long heads(BertGraph.Layer layer, long hidden) {
    AttentionGraph.Heads heads = layer.heads();
    boolean divides =
        heads.count() > 0 && hidden % heads.count() == 0 && hidden / heads.count() == heads.dim();
    if (!divides) {
      problems.add(
          Problem.of(ModelCodes.MODEL_SHAPE, "the heads do not divide the hidden size")
              .expected("count times dim to be " + hidden, heads.toString()));
      return 1;
    }
    return heads.count();
  }

  /** One dimension of a matrix, at least 1 and within an int, or 1 after the problem was added. */
  private long size(OnnxTensor matrix, int axis, String role) {
    if (matrix.shape().size() == 2) {
      long size = matrix.shape().get(axis);
      if (size >= 1 && size <= Integer.MAX_VALUE) {
        return size;
      }
    }
    problems.add(
        Problem.of(ModelCodes.MODEL_SHAPE, role + ": not a matrix of a usable size")
            .expected("two dimensions from 1 to 2^31 − 1", matrix.describe()));
    return 1;
  }

  private void linear(LinearWeights linear, long in, long out, String role) {
    weight(linear.weight(), List.of(in, out), role + " weight");
    weight(linear.bias(), List.of(out), role + " bias");
  }

  private void norm(LayerNormWeights norm, long hidden, String role) {
    weight(norm.gamma(), List.of(hidden), role + " gamma");
    weight(norm.beta(), List.of(hidden), role + " beta");
    if (!(norm.epsilon() > 0 && norm.epsilon() < 1)) {
      problems.add(
          Problem.of(ModelCodes.MODEL_SHAPE, role + ": an epsilon that cannot be meant")
              .expected("between 0 and 1", String.valueOf(norm.epsilon())));
    }
  }

  private void weight(OnnxTensor weight, List<Long> shape, String role) {
    if (!weight.shape().equals(shape) || !weight.dtype().isFloat()) {
      problems.add(
          Problem.of(ModelCodes.MODEL_SHAPE, role + ": a weight that does not fit the others")
              .expected("floating-point numbers " + shape, weight.describe()));
    }
  }
}
