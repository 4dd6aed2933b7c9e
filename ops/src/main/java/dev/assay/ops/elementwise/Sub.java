package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:sub}: a − b. */
public final class Sub {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel.declare("assay:sub", Sub::apply)
      .dtype(DType.F32, BinaryKernel.ROUNDED)
      .numerics("IEEE subtraction, rounded once")
      .golden(SubGolden.onnxExample())
      .golden(SubGolden.onnxBroadcast())
      .golden(SubGolden.exactDifferences())
      .build();

  private Sub() {}

  /** a − b, of the shape that both broadcast to. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    return BinaryKernel.call(scope, "sub", DECLARATION, a, b);
  }

  private static void apply(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      a[i] -= b[i];
    }
  }
}
