package dev.assay.ops.softmax;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:log_softmax}: z − log Σ e^z along one axis, with z = x · scale + mask, causal or not. */
public final class LogSoftmax {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = SoftmaxKernel
      .declare("assay:log_softmax", LogSoftmax::normalize)
      .dtype(DType.F32, Tolerance.of(1e-5))
      .dtype(DType.F16, Tolerance.of(1e-3))
      .dtype(DType.BF16, Tolerance.of(1e-2).withFloor(1e-3))
      .numerics(
          "the row's maximum is subtracted first; the logarithm of what softmax gives: −infinity for hidden keys and"
              + " throughout a fully masked row; +infinity or NaN makes its whole row NaN")
      // What is hidden has no weight, and that has the logarithm −infinity.
      .cases((random, dtype) -> SoftmaxCases.generate(random, dtype).yieldingNonFinite(true))
      .golden(LogSoftmaxGolden.onnxLastAxis())
      .golden(LogSoftmaxGolden.onnxMiddleAxis())
      .golden(LogSoftmaxGolden.maskedKeysAndRows())
      .golden(LogSoftmaxGolden.largeLogits())
      .golden(LogSoftmaxGolden.halves())
      .golden(LogSoftmaxGolden.bfloats())
      .build();

  private LogSoftmax() {}

  /** The logarithm of softmax along {@code axis}. */
  public static Tensor call(TensorScope scope, Tensor x, int axis) {
    return SoftmaxKernel.call(scope, "logSoftmax", DECLARATION, x, axis, 1, null, false);
  }

  /** Replaces logits by the logarithms of their weights. */
  static void normalize(double[] z) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double value : z) {
      largest = Math.max(largest, value);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      return;
    }
    double sum = 0;
    for (double value : z) {
      sum += Math.exp(value - largest);
    }
    double logarithm = Math.log(sum);
    for (int i = 0; i < z.length; i++) {
      z[i] = z[i] - largest - logarithm;
    }
  }
}
