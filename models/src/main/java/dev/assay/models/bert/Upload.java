package dev.assay.models.bert;

import dev.assay.models.onnx.OnnxTensor;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** Weights from a file to a device. */
final class Upload {
  private Upload() {}

  /** A copy in f32, to which 16-bit weights widen exactly. */
  static Tensor of(TensorScope scope, OnnxTensor weight) {
    long[] sizes = weight.shape().stream().mapToLong(Long::longValue).toArray();
    return weight.dtype() == DType.F32
        ? scope.tensor(Elements.over(DType.F32, weight.data()), Shape.of(sizes))
        : scope.tensor(weight.toFloats(), sizes);
  }
}
