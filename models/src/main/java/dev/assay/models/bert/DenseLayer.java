package dev.assay.models.bert;

import dev.assay.ops.Ops;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** x·W + b with its weights on a device. */
record DenseLayer(Tensor weight, Tensor bias) {
  static DenseLayer load(TensorScope scope, LinearWeights weights) {
    return new DenseLayer(Upload.of(scope, weights.weight()), Upload.of(scope, weights.bias()));
  }

  /** From [..., in] to [..., out]. */
  Tensor apply(Ops ops, Tensor x) {
    return ops.linear(x, weight, bias);
  }
}
