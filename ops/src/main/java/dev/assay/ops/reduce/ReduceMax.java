package dev.assay.ops.reduce;

import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.reference.Integers;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:reduce_max}: out[o, j] = maxᵢ x[o, i, j] over dense [outer, axis, inner]. */
public final class ReduceMax {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ReduceKernel
      .complete(ElementTypes.integers(
          ElementTypes.floats(KernelDeclaration.named("assay:reduce_max"), Tolerance.exact())),
          new ReduceKernel.Reduction(Double.NEGATIVE_INFINITY, Math::max, (most, count) -> most,
              DType::minLong, Integers::max),
          (random, dtype, count) -> ReduceKernel.extremes(random, dtype, count, 1))
      .dtype(DType.BOOL, Tolerance.exact())
      .numerics(
          "NaN when any element is NaN; +0 counts as larger than −0; an empty axis gives −infinity, or the smallest"
              + " integer, or false")
      .golden(ReduceMaxGolden.onnxBool())
      .golden(ReduceMaxGolden.onnxLastAxis())
      .golden(ReduceMaxGolden.specialValues())
      .golden(ReduceMaxGolden.halves())
      .golden(ReduceMaxGolden.bfloats())
      .golden(ReduceMaxGolden.unsigned())
      .build();

  private ReduceMax() {}

  /** The largest element along these axes, none named for all; they are left out of the result or kept with size 1. */
  public static Tensor call(TensorScope scope, Tensor x, boolean keepDims, int... axes) {
    return ReduceKernel.call(scope, "reduceMax", DECLARATION, x, keepDims, axes);
  }
}
