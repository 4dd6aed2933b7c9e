package acme.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** Acme's operations. */
public final class AcmeOps {
  private final TensorScope scope;

  /** Operations in this scope. */
  public AcmeOps(TensorScope scope) {
    this.scope = scope;
  }

  /** x · sigmoid(beta · x), for a dense f32 tensor. */
  public Tensor swish(Tensor x, double beta) {
    Tensor out = scope.empty(DType.F32, x.shape());
    scope.run(KernelCall.of("acme:swish", DType.F32)
        .tensor("x", x)
        .tensor("out", out)
        .constant("params", Swish.params(x.shape().elements(), beta)));
    return out;
  }
}
