package dev.assay.ops.elementwise;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:pow}: a to the power of b. */
public final class Pow {
  /** Devices make it of a logarithm, whose error the exponent multiplies: 16 units in the last place in MSL. */
  private static final Tolerance ROUNDED_LOG = Tolerance.of(1e-5).withFloor(1e-37);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = BinaryKernel
      .declare("assay:pow", ROUNDED_LOG, Pow::apply,
          IntegerArithmetic::power)
      .cases((random, dtype) -> BinaryKernel.generate(random, dtype, Pow::bases, Pow::exponents))
      .numerics(
          "ISO C23, F.10.4.5: 1 to any power and any number to the power of 0 are 1, NaN included; a negative base"
              + " gives NaN unless the exponent is whole; integers multiply and wrap, a negative exponent gives"
              + " the exact rational truncated towards zero, and 0 to a negative exponent is an error in the"
              + " reference")
      .golden(PowGolden.onnxBroadcastScalar())
      .golden(PowGolden.onnxBroadcastArray())
      .golden(PowGolden.roots())
      .golden(PowGolden.specialValues())
      .golden(PowGolden.halves())
      .golden(PowGolden.bfloats())
      .golden(PowGolden.signedIntegers())
      .golden(PowGolden.unsignedIntegers())
      .build();

  private Pow() {}

  /** a to the power of b, of the shape that both broadcast to. */
  public static Tensor call(TensorScope scope, Tensor a, Tensor b) {
    return BinaryKernel.call(scope, "pow", DECLARATION, a, b);
  }

  private static void apply(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      a[i] = power(a[i], b[i]);
    }
  }

  private static double power(double base, double exponent) {
    // Java gives NaN here, C gives 1.
    boolean one = base == 1 || (base == -1 && Double.isInfinite(exponent));
    return one ? 1 : Math.pow(base, exponent);
  }

  private static Elements bases(CaseRandom random, DType dtype, long count) {
    if (dtype.isFloat()) {
      return random.values(dtype, count, 0.125, 8);
    }
    Elements bases = random.values(dtype, count);
    for (long i = 0; i < count; i++) {
      // 0 has no negative power; ±1 are the only ones whose negative powers are not 0.
      if (bases.getLong(i) == 0 || random.flip()) {
        bases.setLongBits(i, random.oneOf(1, -1, 2, 3));
      }
    }
    return bases;
  }

  private static Elements exponents(CaseRandom random, DType dtype, long count) {
    return dtype.isFloat() ? random.values(dtype, count, -4, 4) : random.values(dtype, count);
  }
}
