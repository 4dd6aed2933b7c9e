package dev.assay.ops.elementwise;

import dev.assay.ops.reference.Erf;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:erf}: the error function. */
public final class ErrorFunction {
  /** Formulas of devices cancel near 0 and leave an absolute error of some units of 6e-8: the floor. */
  private static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-6);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:erf", F32, -4, 4, ErrorFunction::apply)
      .numerics("±1 for ±infinity, −0 for −0")
      .golden(ErrorFunctionGolden.wideRange())
      .golden(ErrorFunctionGolden.edges())
      .golden(ErrorFunctionGolden.halves())
      .golden(ErrorFunctionGolden.bfloats())
      .build();

  private ErrorFunction() {}

  /** The error function, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "erf", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = Erf.erf(x[i]);
    }
  }
}
