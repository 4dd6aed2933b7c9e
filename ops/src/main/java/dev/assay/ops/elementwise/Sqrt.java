package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:sqrt}: √x. */
public final class Sqrt {
  private static final int MOST = 3000;

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel.declare("assay:sqrt", Sqrt::apply)
      .dtype(DType.F32, BinaryKernel.ROUNDED)
      .numerics("IEEE square root, rounded once: NaN below zero, −0 for −0")
      .cases(Sqrt::generate)
      .golden(SqrtGolden.perfectSquares())
      .golden(SqrtGolden.wideRange())
      .golden(SqrtGolden.edges())
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

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int length = random.flip() ? random.between(1000, MOST) : random.sizeOrEmpty(300);
    double largest = random.oneOf(1e-6, 1.0, 1e6);
    return UnaryKernel.arguments(
        "length=" + length + " up to " + largest, random.values(dtype, length, 0, largest));
  }
}
