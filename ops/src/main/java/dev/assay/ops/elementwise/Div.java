package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:div}: a / b. */
public final class Div {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel
      .declare("assay:div", BinaryKernel.ROUNDED, Div::apply,
          IntegerArithmetic::divide)
      .cases((random, dtype) -> BinaryKernel
          .generate(random, dtype, CaseRandom::values, Div::divisors)
          .yieldingNonFinite(dtype.isFloat()))
      .numerics(
          "IEEE division, rounded once: x/0 is an infinity of the signs' product, 0/0 is NaN; integers truncate"
              + " towards zero, the smallest of all over −1 wraps to itself, and a zero divisor, for which MSL"
              + " defines no value, is an error in the reference")
      .golden(DivGolden.onnxExample())
      .golden(DivGolden.onnxBroadcast())
      .golden(DivGolden.exactQuotients())
      .golden(DivGolden.byZero())
      .golden(DivGolden.halves())
      .golden(DivGolden.bfloats())
      .golden(DivGolden.signedIntegers())
      .golden(DivGolden.unsignedIntegers())
      .build();

  private Div() {}

  /** a / b, of the shape that both broadcast to. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    return BinaryKernel.call(scope, "div", DECLARATION, a, b);
  }

  private static void apply(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      a[i] /= b[i];
    }
  }

  private static Elements divisors(CaseRandom random, DType dtype, long count) {
    Elements values = random.values(dtype, count);
    for (long i = 0; !dtype.isFloat() && i < count; i++) {
      if (values.getLong(i) == 0) {
        values.setLong(i, 1);
      }
    }
    return values;
  }
}
