package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:add}: a + b. */
public final class Add {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel
      .declare("assay:add", BinaryKernel.ROUNDED, Add::apply,
          (dtype, a, b) -> a + b)
      .numerics("IEEE addition, rounded once; integers wrap")
      .golden(AddGolden.broadcastRow())
      .golden(AddGolden.exactSums())
      .golden(AddGolden.specialValues())
      .golden(AddGolden.halves())
      .golden(AddGolden.bfloats())
      .golden(AddGolden.signedIntegers())
      .golden(AddGolden.unsignedIntegers())
      .build();

  private Add() {}

  /** a + b, of the shape that both broadcast to. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    return BinaryKernel.call(scope, "add", DECLARATION, a, b);
  }

  private static void apply(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      a[i] += b[i];
    }
  }
}
