package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:min}: the smaller of a and b. */
public final class Min {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel
      .declare("assay:min", Tolerance.exact(), Min::apply,
          (dtype, a, b) -> IntegerArithmetic.compare(dtype, a, b) <= 0 ? a : b)
      .numerics("NaN when either is NaN; −0 counts as smaller than +0")
      .golden(MinGolden.onnxTwoInputs())
      .golden(MinGolden.broadcastScalar())
      .golden(MinGolden.specialValues())
      .golden(MinGolden.halves())
      .golden(MinGolden.bfloats())
      .golden(MinGolden.signedIntegers())
      .golden(MinGolden.unsignedIntegers())
      .build();

  private Min() {}

  /** The smaller of a and b, of the shape that both broadcast to. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    return BinaryKernel.call(scope, "min", DECLARATION, a, b);
  }

  private static void apply(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      a[i] = Math.min(a[i], b[i]);
    }
  }
}
