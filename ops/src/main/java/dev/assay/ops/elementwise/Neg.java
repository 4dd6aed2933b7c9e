package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:neg}: −x. */
public final class Neg {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:neg", Tolerance.exact(), -1000, 1000, Neg::apply)
      .numerics("the sign changes, that of zeros and infinities included")
      .golden(NegGolden.wideRange())
      .golden(NegGolden.edges())
      .golden(NegGolden.halves())
      .golden(NegGolden.bfloats())
      .build();

  private Neg() {}

  /** −x, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "neg", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = -x[i];
    }
  }
}
