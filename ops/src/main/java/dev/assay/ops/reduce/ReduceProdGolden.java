package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link ReduceProd}. */
final class ReduceProdGolden {
  private ReduceProdGolden() {}

  static GoldenCase smallIntegers() {
    return ReduceKernel.golden("outer=2 axis=3 inner=1", 2, 3, 1,
        Elements.of(DType.F32, 1, 2, 3, -4, 5, -6),
        Elements.of(DType.F32, 6, 120),
        "by hand: small integers");
  }

  static GoldenCase emptyAxis() {
    return ReduceKernel.golden("outer=1 axis=0 inner=3", 1, 0, 3,
        Elements.of(DType.F32),
        Elements.of(DType.F32, 1, 1, 1),
        "by hand: the product of nothing");
  }

  static GoldenCase wideRange() {
    return ReduceKernel.golden("six factors", 1, 6, 1,
        Elements.of(DType.F32,
            1.000000013E-10, -3, 999999995904.0, 0.1000000015, 2.5, 9.999999747E-06),
        Elements.of(DType.F32, -0.0007500000065),
        "Python 3 fractions: the exact result for the f32 operands, rounded to nearest even");
  }

  static GoldenCase halves() {
    return ReduceKernel.golden("f16, columns", 1, 4, 2,
        Elements.of(DType.F16,
            0.09997558594, -2.69921875, 3.30078125, 10, -0.5, 7.69921875, 1.25, -9.8984375),
        Elements.of(DType.F16, -0.2062988281, 2058),
        "Python 3 fractions: the exact result for the f16 operands, rounded to nearest even");
  }

  static GoldenCase bfloats() {
    return ReduceKernel.golden("bf16, columns", 1, 4, 2,
        Elements.of(DType.BF16,
            0.10009765625, -2.703125, 3.296875, 10, -0.5, 7.6875, 1.25, -9.875),
        Elements.of(DType.BF16, -0.2060546875, 2048),
        "Python 3 fractions: the exact result for the bf16 operands, rounded to nearest even");
  }

  static GoldenCase integers() {
    return ReduceKernel.golden("u16", 2, 3, 1,
        Elements.ofLongs(DType.U16, 300, 300, 7, 65535, 3, 5),
        Elements.ofLongs(DType.U16, 40176, 65521),
        "Python 3 integers, cut to 16 bits");
  }
}
