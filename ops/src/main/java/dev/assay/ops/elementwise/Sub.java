package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:sub}: a − b. */
public final class Sub {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel
      .declare("assay:sub", BinaryKernel.ROUNDED, Sub::apply,
          (dtype, a, b) -> a - b)
      .numerics("IEEE subtraction, rounded once; integers wrap")
      .golden(SubGolden.onnxExample())
      .golden(SubGolden.onnxBroadcast())
      .golden(SubGolden.exactDifferences())
      .golden(SubGolden.halves())
      .golden(SubGolden.bfloats())
      .golden(SubGolden.signedIntegers())
      .golden(SubGolden.unsignedIntegers())
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
