package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:abs}: the magnitude of x. */
public final class Abs {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:abs", Tolerance.exact(), -1000, 1000, Abs::apply)
      .numerics("+0 for −0, NaN stays NaN")
      .golden(AbsGolden.onnxExample())
      .golden(AbsGolden.wideRange())
      .golden(AbsGolden.edges())
      .golden(AbsGolden.halves())
      .golden(AbsGolden.bfloats())
      .build();

  private Abs() {}

  /** The magnitude of x, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "abs", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = Math.abs(x[i]);
    }
  }
}
