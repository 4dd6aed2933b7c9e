package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:mul}: a · b. */
public final class Mul {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel
      .declare("assay:mul", BinaryKernel.ROUNDED, Mul::apply,
          (dtype, a, b) -> a * b)
      .numerics("IEEE multiplication, rounded once; integers wrap")
      .golden(MulGolden.onnxExample())
      .golden(MulGolden.onnxRandom())
      .golden(MulGolden.outerProduct())
      .golden(MulGolden.halves())
      .golden(MulGolden.bfloats())
      .golden(MulGolden.signedIntegers())
      .golden(MulGolden.unsignedIntegers())
      .build();

  private Mul() {}

  /** a · b, of the shape that both broadcast to. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    return BinaryKernel.call(scope, "mul", DECLARATION, a, b);
  }

  private static void apply(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      a[i] *= b[i];
    }
  }
}
