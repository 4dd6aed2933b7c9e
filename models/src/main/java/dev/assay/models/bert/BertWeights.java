package dev.assay.models.bert;

import dev.assay.models.onnx.OnnxModel;
import dev.assay.models.onnx.OnnxTensor;
import java.util.List;
import org.apiguardian.api.API;

/**
 * The weights of a BERT encoder (post-normalised, exact GELU, learnt positions) by role. Immutable.
 *
 * @param config the sizes, as the weights have them
 * @param wordEmbeddings [vocabulary, hidden]
 * @param positionEmbeddings [positions, hidden]
 * @param tokenTypeEmbeddings [tokenTypes, hidden]
 * @param embeddingNorm over the sum of the three
 * @param layers in order
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record BertWeights(
    BertConfig config,
    OnnxTensor wordEmbeddings,
    OnnxTensor positionEmbeddings,
    OnnxTensor tokenTypeEmbeddings,
    LayerNormWeights embeddingNorm,
    List<BertLayerWeights> layers) {

  /** Copies the list. */
  public BertWeights {
    layers = List.copyOf(layers);
  }

  /**
   * Finds the weights in a model. Names that an exporter makes up play no part: each role follows from what the graph
   * computes, which is compared with BERT step by step. Only the graph's inputs ({@code input_ids}, {@code
   * token_type_ids}, {@code attention_mask}) are known by name.
   *
   * @throws dev.assay.spi.error.InvalidInputException with {@code model.graph} where the graph computes something else,
   *     or {@code model.shape} with every weight that does not fit the others
   */
  public static BertWeights of(OnnxModel model) {
    BertGraph.Found found = new BertGraph(model).find();
    BertConfig config = new BertShapes(model.source(), found).check();
    return new BertWeights(
        config,
        found.words(),
        found.positions(),
        found.tokenTypes(),
        found.embeddingNorm(),
        found.layers().stream().map(BertGraph.Layer::weights).toList());
  }
}
