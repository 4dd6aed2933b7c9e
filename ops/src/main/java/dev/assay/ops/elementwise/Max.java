package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:max}: the larger of a and b. */
public final class Max {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel
      .declare("assay:max", Tolerance.exact(), Max::apply,
          (dtype, a, b) -> IntegerArithmetic.compare(dtype, a, b) >= 0 ? a : b)
      .numerics("NaN when either is NaN; +0 counts as larger than −0")
      .golden(MaxGolden.onnxTwoInputs())
      .golden(MaxGolden.broadcastScalar())
      .golden(MaxGolden.specialValues())
      .golden(MaxGolden.halves())
      .golden(MaxGolden.bfloats())
      .golden(MaxGolden.signedIntegers())
      .golden(MaxGolden.unsignedIntegers())
      .build();

  private Max() {}

  /** The larger of a and b, of the shape that both broadcast to. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    return BinaryKernel.call(scope, "max", DECLARATION, a, b);
  }

  private static void apply(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      a[i] = Math.max(a[i], b[i]);
    }
  }
}
