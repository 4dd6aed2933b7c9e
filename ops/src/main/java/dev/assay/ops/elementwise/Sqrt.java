package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:sqrt}: √x. */
public final class Sqrt {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:sqrt", BinaryKernel.ROUNDED, 0, 60000, Sqrt::apply)
      .numerics("IEEE square root, rounded once: NaN below zero, −0 for −0")
      .golden(SqrtGolden.perfectSquares())
      .golden(SqrtGolden.wideRange())
      .golden(SqrtGolden.edges())
      .golden(SqrtGolden.halves())
      .golden(SqrtGolden.bfloats())
      .build();

  private Sqrt() {}

  /** √x, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "sqrt", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = Math.sqrt(x[i]);
    }
  }
}
