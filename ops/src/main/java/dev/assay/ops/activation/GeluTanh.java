package dev.assay.ops.activation;

import dev.assay.ops.elementwise.UnaryKernel;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/**
 * {@code assay:gelu_tanh}: x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))), the approximation of GELU by Hendrycks and
 * Gimpel (2016).
 */
public final class GeluTanh {
  private static final double SQRT_TWO_OVER_PI = Math.sqrt(2 / Math.PI);
  private static final double CUBIC = 0.044715;
  private static final int MOST = 3000;

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:gelu_tanh", GeluTanh::apply)
      .dtype(DType.F32, GeluErf.F32)
      .dtype(DType.F16, GeluErf.F16)
      .dtype(DType.BF16, GeluErf.BF16)
      .numerics(
          "the tanh form, up to 4.7e-4 from gelu_erf; clamp the argument of tanh (to ±15, say): it overflows on some"
              + " devices; NaN for −infinity, where the formula is −infinity · 0")
      .cases(GeluTanh::generate)
      .golden(GeluTanhGolden.onnxTanh())
      .golden(GeluTanhGolden.farFromErf())
      .golden(GeluTanhGolden.tails())
      .golden(GeluTanhGolden.halves())
      .golden(GeluTanhGolden.bfloats())
      .build();

  private GeluTanh() {}

  /** The tanh form of GELU, dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "geluTanh", DECLARATION, x);
  }

  static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      double inner = SQRT_TWO_OVER_PI * (x[i] + CUBIC * x[i] * x[i] * x[i]);
      // (1 + tanh(t)) / 2 = 1 / (1 + e^(−2t)), which keeps its digits in the negative tail.
      x[i] = x[i] / (1 + Math.exp(-2 * inner));
    }
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int length = random.flip() ? random.between(1000, MOST) : random.sizeOrEmpty(300);
    return UnaryKernel.arguments("length=" + length, random.values(dtype, length, -8, 8));
  }
}
