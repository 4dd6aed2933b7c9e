package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:log}: the natural logarithm. */
public final class Log {
  /** Near 1 the result is as small as the rounding error of x: the floor. */
  private static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-6);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:log", F32, 0, 1000, Log::apply)
      .numerics("NaN below zero, −infinity for ±0")
      .golden(LogGolden.wideRange())
      .golden(LogGolden.edges())
      .golden(LogGolden.halves())
      .golden(LogGolden.bfloats())
      .build();

  private Log() {}

  /** The natural logarithm, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "log", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = Math.log(x[i]);
    }
  }
}
