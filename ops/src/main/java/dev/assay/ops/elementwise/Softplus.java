package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:softplus}: ln(1 + e^x). */
public final class Softplus {
  /** Where e^x vanishes beside 1, plain formulas lose it: the floor. */
  private static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-6);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:softplus", F32, -15, 15, Softplus::apply)
      .numerics("computed without overflow: +infinity only for +infinity, 0 for −infinity")
      .golden(SoftplusGolden.onnxExample())
      .golden(SoftplusGolden.wideRange())
      .golden(SoftplusGolden.edges())
      .golden(SoftplusGolden.halves())
      .golden(SoftplusGolden.bfloats())
      .build();

  private Softplus() {}

  /** ln(1 + e^x), dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "softplus", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = Math.max(x[i], 0) + Math.log1p(Math.exp(-Math.abs(x[i])));
    }
  }
}
