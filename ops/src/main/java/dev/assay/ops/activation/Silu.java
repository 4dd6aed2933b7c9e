package dev.assay.ops.activation;

import dev.assay.ops.elementwise.UnaryKernel;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:silu}: x / (1 + e^−x), also called swish. */
public final class Silu {
  private static final int MOST = 3000;

  /** The floor is for the tail, where e^−x overflows in f32 long before the quotient is 0. */
  static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-7);

  static final Tolerance F16 = Tolerance.of(1e-3).withFloor(1e-6);

  static final Tolerance BF16 = Tolerance.of(1e-2).withFloor(1e-7);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:silu", Silu::apply)
      .dtype(DType.F32, F32)
      .dtype(DType.F16, F16)
      .dtype(DType.BF16, BF16)
      .numerics("−infinity gives −0, where the formula is −infinity / infinity")
      .cases(Silu::generate)
      .golden(SiluGolden.bothSigns())
      .golden(SiluGolden.tailsAndInfinities())
      .golden(SiluGolden.halves())
      .golden(SiluGolden.bfloats())
      .build();

  private Silu() {}

  /** x / (1 + e^−x), dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "silu", DECLARATION, x);
  }

  static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = x[i] == Double.NEGATIVE_INFINITY ? -0.0 : x[i] / (1 + Math.exp(-x[i]));
    }
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int length = random.flip() ? random.between(1000, MOST) : random.sizeOrEmpty(300);
    double most = random.oneOf(8.0, 120.0);
    return UnaryKernel.arguments("length=" + length + " most=" + most,
        random.values(dtype, length, -most, most));
  }
}
