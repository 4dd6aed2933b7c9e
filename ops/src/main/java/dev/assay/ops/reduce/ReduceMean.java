package dev.assay.ops.reduce;

import dev.assay.ops.reference.ElementTypes;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:reduce_mean}: out[o, j] = Σᵢ x[o, i, j] / axis over dense [outer, axis, inner]. */
public final class ReduceMean {
  /** Terms may cancel, so that the error is that of the partial sums: both parts grow with their number. */
  private static final Tolerance F32 = Tolerance.of(1e-5).growing(Tolerance.Growth.SQRT);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ReduceKernel
      .complete(ElementTypes.floats(KernelDeclaration.named("assay:reduce_mean"), F32),
          new ReduceKernel.Reduction(0, Double::sum, (sum, count) -> sum / count, dtype -> 0,
              (dtype, a, b) -> a + b),
          ReduceKernel::smallValues)
      // Accumulated in f32 and rounded once: what cancels leaves an absolute error, not one that grows with √n.
      .dtype(DType.F16, Tolerance.of(1e-3))
      .dtype(DType.BF16, Tolerance.of(1e-2))
      .numerics("the sum, in any order, divided once; an empty axis gives NaN")
      .golden(ReduceMeanGolden.onnxMiddleAxis())
      .golden(ReduceMeanGolden.onnxKeepDims())
      .golden(ReduceMeanGolden.emptyAxis())
      .golden(ReduceMeanGolden.halves())
      .golden(ReduceMeanGolden.sumsBeyondHalves())
      .golden(ReduceMeanGolden.bfloats())
      .build();

  private ReduceMean() {}

  /** The mean along these axes, none named for all; they are left out of the result or kept with size 1. */
  public static Tensor call(TensorScope scope, Tensor x, boolean keepDims, int... axes) {
    return ReduceKernel.call(scope, "reduceMean", DECLARATION, x, keepDims, axes);
  }
}
