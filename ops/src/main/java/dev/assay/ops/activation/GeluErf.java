package dev.assay.ops.activation;

import dev.assay.ops.elementwise.UnaryKernel;
import dev.assay.ops.reference.Erf;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/**
 * {@code assay:gelu_erf}: x/2 · (1 + erf(x/√2)), the exact GELU of Hendrycks and Gimpel (2016), not its approximation by
 * tanh.
 */
public final class GeluErf {
  private static final double SQRT_HALF = Math.sqrt(0.5);
  private static final int MOST = 3000;

  /**
   * In f32 the sum 1 + erf loses up to 6e-8 to rounding, and x/2 scales that by at most 4 where it matters: the floor.
   * The tanh form differs by up to 4.7e-4 and stays far outside.
   */
  private static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-6);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:gelu_erf", GeluErf::apply)
      .dtype(DType.F32, F32)
      .numerics(
          "erf itself, not the tanh form; NaN for −infinity, where the formula is −infinity · 0")
      .cases(GeluErf::generate)
      .golden(GeluErfGolden.onnxDefault())
      .golden(GeluErfGolden.farFromTanh())
      .golden(GeluErfGolden.tails())
      .build();

  private GeluErf() {}

  /** x/2 · (1 + erf(x/√2)), dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "gelu", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      // 1 + erf(t) = erfc(−t), which keeps its digits in the negative tail.
      x[i] = x[i] / 2 * Erf.erfc(-x[i] * SQRT_HALF);
    }
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int length = random.flip() ? random.between(1000, MOST) : random.sizeOrEmpty(300);
    return UnaryKernel.arguments("length=" + length, random.values(dtype, length, -8, 8));
  }
}
