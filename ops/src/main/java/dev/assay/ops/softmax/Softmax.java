package dev.assay.ops.softmax;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code assay:softmax}: e^z / Σ e^z along one axis, with z = x · scale + mask, causal or not. */
public final class Softmax {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = SoftmaxKernel
      .declare("assay:softmax", Softmax::normalize)
      .dtype(DType.F32, Tolerance.of(1e-5).withFloor(1e-7))
      .dtype(DType.F16, Tolerance.of(1e-3).withFloor(1e-6))
      .dtype(DType.BF16, Tolerance.of(1e-2).withFloor(1e-7))
      .numerics(
          "the row's maximum is subtracted first; a row of −infinity (fully masked) gives 0; +infinity or NaN"
              + " makes its whole row NaN; a key hidden by causal gives 0 whatever it was")
      .cases(SoftmaxCases::generate)
      .golden(SoftmaxGolden.onnxLastAxis())
      .golden(SoftmaxGolden.onnxMiddleAxis())
      .golden(SoftmaxGolden.scaledAndMasked())
      .golden(SoftmaxGolden.fullyMaskedRow())
      .golden(SoftmaxGolden.largeLogits())
      .golden(SoftmaxGolden.causalWithMoreKeysThanQueries())
      .golden(SoftmaxGolden.causalWithMoreQueriesThanKeys())
      .golden(SoftmaxGolden.halves())
      .golden(SoftmaxGolden.bfloats())
      .build();

  private Softmax() {}

  /** Along {@code axis}, with z = x · scale + mask; {@code mask} broadcasts to the shape of x, null is none. */
  public static Tensor call(TensorScope scope, Tensor x, int axis, double scale,
      @Nullable Tensor mask) {
    return SoftmaxKernel.call(scope, "softmax", DECLARATION, x, axis, scale, mask, false);
  }

  /** Along the last axis of [..., queries, keys]; query i sees keys up to i + keys − queries. */
  public static Tensor callCausal(TensorScope scope, Tensor x, double scale,
      @Nullable Tensor mask) {
    return SoftmaxKernel.call(scope, "causalSoftmax", DECLARATION, x, -1, scale, mask, true);
  }

  /** Replaces logits by their weights, which are 0 where all are −infinity. */
  public static void normalize(double[] z) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double value : z) {
      largest = Math.max(largest, value);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      // Nothing to attend to: the formula would give NaN from −∞ − −∞.
      Arrays.fill(z, 0);
      return;
    }
    double sum = 0;
    for (int i = 0; i < z.length; i++) {
      z[i] = Math.exp(z[i] - largest);
      sum += z[i];
    }
    for (int i = 0; i < z.length; i++) {
      z[i] /= sum;
    }
  }
}
