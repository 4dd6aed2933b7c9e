package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:relu}: x where it is positive, else 0. */
public final class Relu {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:relu", Tolerance.exact(), -1000, 1000, Relu::apply)
      .numerics("NaN stays NaN; −0 gives +0")
      .golden(ReluGolden.wideRange())
      .golden(ReluGolden.edges())
      .golden(ReluGolden.halves())
      .golden(ReluGolden.bfloats())
      .build();

  private Relu() {}

  /** x where it is positive, else 0, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "relu", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = Math.max(x[i], 0);
    }
  }
}
