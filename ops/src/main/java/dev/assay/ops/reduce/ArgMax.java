package dev.assay.ops.reduce;

import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:argmax}: the index of the largest element along an axis. */
public final class ArgMax {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ArgKernel.declare("assay:argmax", true)
      .golden(ArgMaxGolden.onnxExample())
      .golden(ArgMaxGolden.onnxSelectLast())
      .golden(ArgMaxGolden.onnxMiddleAxis())
      .golden(ArgMaxGolden.specialValues())
      .golden(ArgMaxGolden.unsigned())
      .build();

  private ArgMax() {}

  /** The index along an axis, int32: the lowest of equals, or the highest with {@code selectLast}. */
  public static Tensor call(
      TensorScope scope, Tensor x, int axis, boolean keepDims, boolean selectLast) {
    return ArgKernel.call(scope, "argmax", DECLARATION, x, axis, keepDims, selectLast);
  }
}
