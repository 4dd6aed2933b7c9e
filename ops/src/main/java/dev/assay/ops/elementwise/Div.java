package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:div}: a / b. */
public final class Div {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel.declare("assay:div", Div::apply)
      .dtype(DType.F32, BinaryKernel.ROUNDED)
      .numerics("IEEE division, rounded once: x/0 is an infinity of the signs' product, 0/0 is NaN")
      .golden(DivGolden.onnxExample())
      .golden(DivGolden.onnxBroadcast())
      .golden(DivGolden.exactQuotients())
      .golden(DivGolden.byZero())
      .build();

  private Div() {}

  /** a / b, of the shape that both broadcast to. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    return BinaryKernel.call(scope, "div", DECLARATION, a, b);
  }

  private static void apply(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      a[i] /= b[i];
    }
  }
}
