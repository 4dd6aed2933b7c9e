package dev.assay.models.embed;

import dev.assay.models.text.TokenBatch;
import dev.assay.ops.Ops;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/**
 * From one vector per token to one per text, as Sentence-BERT does (Reimers and Gurevych, 2019): the mean over the
 * text's own tokens, scaled to length 1.
 */
final class Pooling {
  /** Keeps a vector of zeros from being divided by zero. */
  private static final float LEAST_NORM = 1e-12f;

  private Pooling() {}

  /** From [rows, columns, hidden] to [rows, hidden]. */
  static Tensor apply(TensorScope scope, Tensor state, TokenBatch batch) {
    Ops ops = scope.ops(Ops.class);
    int[] mask = batch.mask();
    float[] weights = new float[mask.length];
    for (int row = 0; row < batch.rows(); row++) {
      int count = 0;
      for (int i = row * batch.columns(); i < (row + 1) * batch.columns(); i++) {
        count += mask[i];
      }
      for (int i = row * batch.columns(); i < (row + 1) * batch.columns(); i++) {
        weights[i] = mask[i] == 1 ? 1f / count : 0;
      }
    }
    // The mean as a product of [rows, 1, columns] and [rows, columns, hidden]: padding has weight 0.
    Tensor mean = ops.matmul(scope.tensor(weights, batch.rows(), 1, batch.columns()), state);
    Tensor vectors = ops.reshape(mean, batch.rows(), state.shape().size(-1));
    Tensor norm = ops.sqrt(ops.reduceSum(ops.mul(vectors, vectors), -1, true));
    return ops.div(vectors, ops.max(norm, scope.tensor(new float[] {LEAST_NORM}, 1)));
  }
}
