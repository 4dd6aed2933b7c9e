package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:sigmoid}: 1 / (1 + e^−x). */
public final class Sigmoid {
  /** Relative down to the smallest normal number, so that the tail counts; below, devices may flush to zero. */
  private static final Tolerance F32 = Tolerance.of(1e-5).withFloor(1e-37);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = UnaryKernel
      .declare("assay:sigmoid", F32, -15, 15, Sigmoid::apply)
      .numerics("0 for −infinity, 1 for +infinity")
      .golden(SigmoidGolden.onnxExample())
      .golden(SigmoidGolden.wideRange())
      .golden(SigmoidGolden.edges())
      .golden(SigmoidGolden.halves())
      .golden(SigmoidGolden.bfloats())
      .build();

  private Sigmoid() {}

  /** 1 / (1 + e^−x), dense. */
  public static Tensor call(TensorScope scope, Tensor x) {
    return UnaryKernel.call(scope, "sigmoid", DECLARATION, x);
  }

  private static void apply(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = 1 / (1 + Math.exp(-x[i]));
    }
  }
}
