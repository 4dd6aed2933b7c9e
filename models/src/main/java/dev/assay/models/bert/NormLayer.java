package dev.assay.models.bert;

import dev.assay.ops.Ops;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** A layer normalisation with its weights on a device. */
record NormLayer(Tensor gamma, Tensor beta, float epsilon) {
  static NormLayer load(TensorScope scope, LayerNormWeights weights) {
    return new NormLayer(
        Upload.of(scope, weights.gamma()), Upload.of(scope, weights.beta()), weights.epsilon());
  }

  /** Of x, [..., hidden]. */
  Tensor apply(Ops ops, Tensor x) {
    return ops.layerNorm(x, gamma, beta, epsilon);
  }

  /** Of x + residual, both [..., hidden]. */
  Tensor apply(Ops ops, Tensor x, Tensor residual) {
    return ops.residualLayerNorm(x, residual, gamma, beta, epsilon);
  }
}
