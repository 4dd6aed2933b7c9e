package dev.assay.ops.reduce;

import dev.assay.ops.reference.ElementTypes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:reduce_prod}: out[o, j] = Πᵢ x[o, i, j] over dense [outer, axis, inner]. */
public final class ReduceProd {
  /** Each multiplication rounds: a relative error that grows; partial products may be subnormal and flushed. */
  private static final Tolerance F32 =
      new Tolerance(1e-37, 1e-5, Tolerance.Growth.SQRT);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ReduceKernel
      .complete(ElementTypes.integers(
          ElementTypes.floats(KernelDeclaration.named("assay:reduce_prod"), F32)),
          new ReduceKernel.Reduction(1, (a, b) -> a * b, (product, count) -> product, dtype -> 1,
              (dtype, a, b) -> a * b),
          ReduceProd::factors)
      .numerics("any order of multiplication; integers wrap; an empty axis gives 1")
      .golden(ReduceProdGolden.smallIntegers())
      .golden(ReduceProdGolden.emptyAxis())
      .golden(ReduceProdGolden.wideRange())
      .golden(ReduceProdGolden.halves())
      .golden(ReduceProdGolden.bfloats())
      .golden(ReduceProdGolden.integers())
      .build();

  private ReduceProd() {}

  /** The product along these axes, none named for all; they are left out of the result or kept with size 1. */
  public static Tensor call(TensorScope scope, Tensor x, boolean keepDims, int... axes) {
    return ReduceKernel.call(scope, "reduceProd", DECLARATION, x, keepDims, axes);
  }

  /**
   * Around ±1, so that products of hundreds neither overflow nor vanish. Integers are odd in half of the cases: the wrapped
   * product of a long row of others is zero, whoever computes it.
   */
  private static Elements factors(CaseRandom random, DType dtype, long count) {
    if (!dtype.isFloat()) {
      Elements factors = random.values(dtype, count);
      if (random.flip()) {
        for (long i = 0; i < count; i++) {
          factors.setLongBits(i, factors.getLong(i) | 1);
        }
      }
      return factors;
    }
    Elements factors = random.values(dtype, count, 0.5, 1.5);
    for (long i = 0; i < count; i++) {
      factors.setDouble(i, random.flip() ? factors.getDouble(i) : -factors.getDouble(i));
    }
    return factors;
  }
}
