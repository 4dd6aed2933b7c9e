package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:tanh}: the hyperbolic tangent. */
public final class Tanh {
  /** Formulas of devices cancel near 0 and leave an absolute error of some units of 6e-8: the floor. */
  private static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-6);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:tanh", F32, -10, 10, Tanh::apply)
      .numerics("±1 for ±infinity and whatever is large; −0 for −0")
      .golden(TanhGolden.onnxExample())
      .golden(TanhGolden.wideRange())
      .golden(TanhGolden.edges())
      .golden(TanhGolden.halves())
      .golden(TanhGolden.bfloats())
      .build();

  private Tanh() {}

  /** The hyperbolic tangent, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "tanh", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = Math.tanh(x[i]);
    }
  }
}
