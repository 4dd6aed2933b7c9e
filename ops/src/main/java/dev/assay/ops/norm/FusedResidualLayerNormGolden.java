package dev.assay.ops.norm;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link FusedResidualLayerNorm}. */
final class FusedResidualLayerNormGolden {
  private FusedResidualLayerNormGolden() {}

  static GoldenCase offsetsThatCancel() {
    return golden("rows=1 width=5, offsets 1000 and -1000", 1,
        new double[] {1000.25, 999.5, 1001, 1000.75, 998.5},
        new double[] {-1000, -1000.5, -999.25, -1001.5, -999},
        new double[] {1, 2, -1, 0.5, 1.5},
        new double[] {0.5, 0, -0.25, 1, -1},
        1e-5,
        new double[] {0.8022740987, -1.914402625, -2.063644592, 0.6473468848, -1.680116722},
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands: gamma * (x - mean) / "
            + "sqrt(var + eps) + beta, two passes of x + residual");
  }

  static GoldenCase unequalOperands() {
    return golden("rows=2 width=3", 2,
        new double[] {0.3, -1.2, 2.2, 0.7, -0.4, 1.9},
        new double[] {10.1, -7.3, 0.2, 4.4, -12.6, 3.3},
        new double[] {1.1, -0.9, 0.7},
        new double[] {0.1, 0.2, -0.3},
        0.1,
        new double[] {1.372267569, 1.353167098, -0.2127170474, 0.8708541511, 1.471909272,
          0.1987192314},
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands: gamma * (x - mean) / "
            + "sqrt(var + eps) + beta, two passes of x + residual");
  }

  static GoldenCase oneElement() {
    return golden("rows=2 width=1", 2,
        new double[] {7, -0.5},
        new double[] {2, 9},
        new double[] {3},
        new double[] {0.25},
        1e-5,
        new double[] {0.25, 0.25},
        "by hand: one element is its own mean, beta is left");
  }

  private static GoldenCase golden(
      String label, long rows, double[] x, double[] residual, double[] gamma, double[] beta,
      double eps, double[] expected,
      String source) {
    return GoldenCase.of(
        FusedResidualLayerNorm.arguments(label, rows, Elements.of(DType.F32, x),
            Elements.of(DType.F32, residual),
            Elements.of(DType.F32, gamma), Elements.of(DType.F32, beta), eps),
        "out", Elements.of(DType.F32, expected), source);
  }
}
