package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:exp}: e^x. */
public final class Exp {
  /** Relative down to the smallest normal number, so that the tail counts; below, devices may flush to zero. */
  private static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-37);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:exp", F32, -10, 10, Exp::apply)
      .numerics("+infinity gives +infinity, −infinity gives 0")
      .golden(ExpGolden.wideRange())
      .golden(ExpGolden.edges())
      .golden(ExpGolden.halves())
      .golden(ExpGolden.bfloats())
      .build();

  private Exp() {}

  /** e^x, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "exp", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = Math.exp(x[i]);
    }
  }
}
