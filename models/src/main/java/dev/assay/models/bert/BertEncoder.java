package dev.assay.models.bert;

import dev.assay.models.text.TokenBatch;
import dev.assay.ops.Ops;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A BERT encoder with its weights on a device: token ids to one vector per token. Its weights live as long as the scope
 * into which they were loaded; encoding happens in scopes of the same {@code Assay}, on any thread, several at once.
 *
 * <p>Source: Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers", 2018.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BertEncoder {
  private final BertConfig config;
  private final Tensor words;
  private final Tensor positions;
  private final Tensor firstType;
  private final NormLayer embeddingNorm;
  private final List<EncoderLayer> layers;

  private BertEncoder(TensorScope scope, BertWeights weights) {
    Ops ops = scope.ops(Ops.class);
    this.config = weights.config();
    this.words = Upload.of(scope, weights.wordEmbeddings());
    this.positions = Upload.of(scope, weights.positionEmbeddings());
    this.firstType = ops.narrow(Upload.of(scope, weights.tokenTypeEmbeddings()), 0, 0, 1);
    this.embeddingNorm = NormLayer.load(scope, weights.embeddingNorm());
    this.layers =
        weights.layers()
            .stream()
            .map(layer -> EncoderLayer.load(scope, layer, config.heads()))
            .toList();
  }

  /** Copies the weights, in f32, to the scope's device. */
  public static BertEncoder load(TensorScope scope, BertWeights weights) {
    return new BertEncoder(scope, weights);
  }

  /** The encoder's sizes. */
  public BertConfig config() {
    return config;
  }

  /**
   * The last hidden state, [rows, columns, hidden] in f32; at padding it holds numbers without meaning. All tokens are
   * of the first type: a row is one text. More columns than positions are {@code shape.invalid}; an id beyond the
   * vocabulary is an error when the result is read.
   */
  public Tensor encode(TensorScope scope, TokenBatch batch) {
    if (batch.columns() > config.positions()) {
      throw new InvalidCallException(
          Problem.of(Codes.SHAPE_INVALID, "a text has more tokens than the model has positions")
              .at("BERT encoder")
              .expected("at most " + config.positions() + " tokens", batch.columns() + " tokens"));
    }
    Ops ops = scope.ops(Ops.class);
    try (Tensor mask = scope.tensor(additive(batch.mask()), batch.rows(), 1, 1, batch.columns())) {
      Tensor x = embed(scope, ops, batch);
      for (EncoderLayer layer : layers) {
        try (Tensor input = x) {
          x = layer.apply(ops, input, mask);
        }
      }
      return x;
    }
  }

  private Tensor embed(TensorScope scope, Ops ops, TokenBatch batch) {
    try (Temporaries temporary = new Temporaries()) {
      Tensor ids = temporary.keep(scope.tensor(batch.ids(), batch.rows(), batch.columns()));
      Tensor word = temporary.keep(ops.gather(words, ids));
      Tensor typed = temporary.keep(ops.add(word, firstType));
      Tensor placed = temporary.keep(ops.add(typed, ops.narrow(positions, 0, 0, batch.columns())));
      return embeddingNorm.apply(ops, placed);
    }
  }

  /** 0 where a token is, −∞ where padding is: added to a score, it leaves the score or takes it out of the softmax. */
  private static float[] additive(int[] mask) {
    float[] additive = new float[mask.length];
    for (int i = 0; i < mask.length; i++) {
      additive[i] = mask[i] == 1 ? 0 : Float.NEGATIVE_INFINITY;
    }
    return additive;
  }
}
