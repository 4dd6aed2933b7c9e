package dev.assay.ops.reduce;

import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.reference.Integers;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:reduce_min}: out[o, j] = minᵢ x[o, i, j] over dense [outer, axis, inner]. */
public final class ReduceMin {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ReduceKernel
      .complete(ElementTypes.integers(
          ElementTypes.floats(KernelDeclaration.named("assay:reduce_min"), Tolerance.exact())),
          new ReduceKernel.Reduction(Double.POSITIVE_INFINITY, Math::min, (least, count) -> least,
              Integers::largest, Integers::min),
          (random, dtype, count) -> ReduceKernel.extremes(random, dtype, count, 0))
      .dtype(DType.BOOL, Tolerance.exact())
      .numerics(
          "NaN when any element is NaN; −0 counts as smaller than +0; an empty axis gives +infinity, or the largest"
              + " integer, or true")
      .golden(ReduceMinGolden.onnxMiddleAxis())
      .golden(ReduceMinGolden.onnxEmptyAxis())
      .golden(ReduceMinGolden.specialValues())
      .golden(ReduceMinGolden.halves())
      .golden(ReduceMinGolden.bfloats())
      .golden(ReduceMinGolden.unsigned())
      .build();

  private ReduceMin() {}

  /** The smallest element along these axes, none named for all; they are left out of the result or kept with size 1. */
  public static Tensor call(TensorScope scope, Tensor x, boolean keepDims, int... axes) {
    return ReduceKernel.call(scope, "reduceMin", DECLARATION, x, keepDims, axes);
  }
}
