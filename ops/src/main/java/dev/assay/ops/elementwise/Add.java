package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:add}: a + b. */
public final class Add {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel.declare("assay:add", Add::apply)
      .dtype(DType.F32, BinaryKernel.ROUNDED)
      .numerics("IEEE addition, rounded once")
      .golden(AddGolden.broadcastRow())
      .golden(AddGolden.exactSums())
      .golden(AddGolden.specialValues())
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
