package dev.assay.ops.norm;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import org.jspecify.annotations.Nullable;

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

  static GoldenCase biased() {
    return golden("rows=2 width=3, a bias that outweighs", DType.F32, 2,
        new double[] {0.3, -1.2, 2.2, 0.7, -0.4, 1.9},
        new double[] {10.1, -7.3, 0.2, 4.4, -12.6, 3.3},
        new double[] {0.5, -20, 7.25},
        new double[] {1.1, -0.9, 0.7},
        new double[] {0.1, 0.2, -0.3},
        0.1,
        new double[] {
          0.9149900913, 1.472106229, 0.1707859138, 0.6818018137, 1.460140175,
          0.3098715175
        },
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: gamma * (s - mean) / "
            + "sqrt(var + eps) + beta, two passes of s = x + residual + bias");
  }

  static GoldenCase biasedHalves() {
    return golden("halves with bias", DType.F16, 2,
        new double[] {
          0.300048828125, -1.2001953125, 2.19921875, 0.7001953125, -0.39990234375,
          1.900390625
        },
        new double[] {
          10.1015625, -7.30078125, 0.199951171875, 4.3984375, -12.6015625, 3.30078125
        },
        new double[] {0.5, -20, 7.25},
        new double[] {1.099609375, -0.89990234375, 0.7001953125},
        new double[] {0.0999755859375, 0.199951171875, -0.300048828125},
        0.1,
        new double[] {
          0.91455078125, 1.4716796875, 0.1707763671875, 0.681640625, 1.4599609375,
          0.31005859375
        },
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: gamma * (s - mean) / sqrt(var + eps) + beta, two passes of s = x + "
            + "residual + bias");
  }

  static GoldenCase bfloats() {
    return golden("bfloats", DType.BF16, 2,
        new double[] {0.30078125, -1.203125, 2.203125, 0.69921875, -0.400390625, 1.8984375},
        new double[] {10.125, -7.3125, 0.2001953125, 4.40625, -12.625, 3.296875},
        null,
        new double[] {1.1015625, -0.8984375, 0.69921875},
        new double[] {0.10009765625, 0.2001953125, -0.30078125},
        0.1,
        new double[] {1.375, 1.3515625, -0.2138671875, 0.87109375, 1.46875, 0.197265625},
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: gamma * (s - mean) / sqrt(var + eps) + beta, two passes of s = x + "
            + "residual");
  }

  private static GoldenCase golden(
      String label, long rows, double[] x, double[] residual, double[] gamma, double[] beta,
      double eps, double[] expected, String source) {
    return golden(label, DType.F32, rows, x, residual, null, gamma, beta, eps, expected, source);
  }

  private static GoldenCase golden(
      String label, DType dtype, long rows, double[] x, double[] residual,
      double @Nullable [] bias, double[] gamma, double[] beta, double eps, double[] expected,
      String source) {
    return GoldenCase.of(
        FusedResidualLayerNorm.arguments(label, rows, Elements.of(dtype, x),
            Elements.of(dtype, residual), bias == null ? null : Elements.of(dtype, bias),
            Elements.of(dtype, gamma), Elements.of(dtype, beta), eps),
        "out", Elements.of(dtype, expected), source);
  }
}
