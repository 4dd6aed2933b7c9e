package dev.assay.ops.reduce;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:argmin}: the index of the smallest element along an axis. */
public final class ArgMin {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ArgKernel.declare("assay:argmin", false)
      .golden(ArgMinGolden.ties())
      .golden(ArgMinGolden.tiesSelectLast())
      .golden(ArgMinGolden.specialValues())
      .golden(ArgMinGolden.unsigned())
      .build();

  private ArgMin() {}

  /** The index along an axis, int32: the lowest of equals, or the highest with {@code selectLast}. */
  public static Tensor call(
      TensorScope scope, Tensor x, int axis, boolean keepDims, boolean selectLast) {
    return ArgKernel.call(scope, "argmin", DECLARATION, x, axis, keepDims, selectLast);
  }
}
