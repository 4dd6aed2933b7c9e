package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:rsqrt}: 1 / √x. */
public final class Rsqrt {
  /** Two units in the last place in MSL; subnormal results do not occur. */
  private static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-37);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:rsqrt", F32, 0.001, 1000, Rsqrt::apply)
      .numerics("NaN below zero, an infinity of its sign for ±0, 0 for +infinity")
      .golden(RsqrtGolden.wideRange())
      .golden(RsqrtGolden.edges())
      .golden(RsqrtGolden.halves())
      .golden(RsqrtGolden.bfloats())
      .build();

  private Rsqrt() {}

  /** 1 / √x, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "rsqrt", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = 1 / Math.sqrt(x[i]);
    }
  }
}
