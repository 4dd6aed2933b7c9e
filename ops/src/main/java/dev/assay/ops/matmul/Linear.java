package dev.assay.ops.matmul;

import dev.assay.ops.elementwise.BiasAdd;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** A linear layer: {@code assay:matmul}, then {@code assay:bias_add} in place on its result. */
public final class Linear {
  private Linear() {}

  /** x · weight + bias: x [..., rows, in], weight [in, out], bias [out]. */
  public static Tensor call(TensorScope scope, Tensor x, Tensor weight, Tensor bias) {
    OpCheck check =
        OpCheck.of("linear").operand("x", x).operand("weight", weight).operand("bias", bias);
    check.dtypeOf(Matmul.DECLARATION);
    boolean ranks = check.rank("x", x, 2, Matmul.MOST_BATCH_AXES + 2);
    if (check.rank("weight", weight, 2, 2) && ranks) {
      long in = x.shape().size(-1);
      boolean fits = check.require(weight.shape().size(0) == in, () -> Problem
          .of(Codes.SHAPE_INVALID, "weight has another number of rows than x has features")
          .expected("weight with " + in + " rows, one for each feature",
              "weight with " + weight.shape().size(0) + " rows")
          .remedy(weight.shape().size(1) == in
              ? "transpose it: rows are inputs here, columns outputs"
              : "check that the weight belongs to this layer"));
      if (fits) {
        check.vector("bias", bias, weight.shape().size(1), "the columns of weight");
      }
    }
    check.finish();
    return BiasAdd.inPlace(scope, Matmul.call(scope, x, weight), bias);
  }
}
