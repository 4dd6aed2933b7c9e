package dev.assay.models.bert;

import dev.assay.ops.Ops;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** One layer of an encoder with its weights on a device. */
final class EncoderLayer {
  private final int heads;
  private final DenseLayer query;
  private final DenseLayer key;
  private final DenseLayer value;
  private final DenseLayer attentionOutput;
  private final NormLayer attentionNorm;
  private final DenseLayer feedForwardIn;
  private final DenseLayer feedForwardOut;
  private final NormLayer outputNorm;

  private EncoderLayer(TensorScope scope, BertLayerWeights weights, int heads) {
    this.heads = heads;
    this.query = DenseLayer.load(scope, weights.query());
    this.key = DenseLayer.load(scope, weights.key());
    this.value = DenseLayer.load(scope, weights.value());
    this.attentionOutput = DenseLayer.load(scope, weights.attentionOutput());
    this.attentionNorm = NormLayer.load(scope, weights.attentionNorm());
    this.feedForwardIn = DenseLayer.load(scope, weights.feedForwardIn());
    this.feedForwardOut = DenseLayer.load(scope, weights.feedForwardOut());
    this.outputNorm = NormLayer.load(scope, weights.outputNorm());
  }

  static EncoderLayer load(TensorScope scope, BertLayerWeights weights, int heads) {
    return new EncoderLayer(scope, weights, heads);
  }

  /**
   * The layer's output, of the shape of x.
   *
   * @param x [batch, tokens, hidden]
   * @param mask is added to the scores, [batch, 1, 1, tokens]
   */
  Tensor apply(Ops ops, Tensor x, Tensor mask) {
    try (Temporaries temporary = new Temporaries()) {
      Tensor joined = temporary.keep(attention(ops, x, mask));
      Tensor attended = temporary.keep(attentionOutput.apply(ops, joined));
      Tensor middle = temporary.keep(attentionNorm.apply(ops, attended, x));
      Tensor inner = temporary.keep(feedForwardIn.apply(ops, middle));
      Tensor active = temporary.keep(ops.gelu(inner));
      Tensor out = temporary.keep(feedForwardOut.apply(ops, active));
      return outputNorm.apply(ops, out, middle);
    }
  }

  /** softmax(Q·Kᵀ/√headDim + mask)·V for each head, the heads side by side again: [batch, tokens, hidden]. */
  private Tensor attention(Ops ops, Tensor x, Tensor mask) {
    try (Temporaries temporary = new Temporaries()) {
      Tensor q = split(ops, temporary.keep(query.apply(ops, x)));
      Tensor k = split(ops, temporary.keep(key.apply(ops, x)));
      Tensor v = split(ops, temporary.keep(value.apply(ops, x)));
      Tensor scores = temporary.keep(ops.matmul(q, ops.transpose(k)));
      double scale = 1 / Math.sqrt((double) q.shape().size(-1));
      Tensor shares = temporary.keep(ops.softmax(scores, scale, mask));
      Tensor weighted = temporary.keep(ops.matmul(shares, v));
      Tensor joined = ops.contiguous(ops.permute(weighted, 0, 2, 1, 3));
      return ops.reshape(joined, x.shape().sizes());
    }
  }

  /** A view of [batch, tokens, hidden] as [batch, heads, tokens, headDim]. */
  private Tensor split(Ops ops, Tensor x) {
    long[] sizes = x.shape().sizes();
    return ops.permute(ops.reshape(x, sizes[0], sizes[1], heads, -1), 0, 2, 1, 3);
  }
}
