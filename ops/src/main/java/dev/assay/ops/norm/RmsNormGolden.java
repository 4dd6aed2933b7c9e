package dev.assay.ops.norm;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link RmsNorm}. */
final class RmsNormGolden {
  private RmsNormGolden() {}

  static GoldenCase onnxLastAxis() {
    return golden("test_rms_normalization_2d_axis_negative_1", DType.F32, 3,
        new double[] {
          2.104537, 0.2941571, -0.856621, 0.8873976, 0.47520247, 1.1300294, -0.73864514,
          0.044367332, -1.1403612, -0.38868052, 0.12479529, -0.005579639
        },
        new double[] {-1.1113315, -0.70781374, 0.3031709, -1.3229344},
        1E-05,
        new double[] {
          -1.9038051, -0.16948086, -0.21139687, -0.95560604, -0.73762256, -1.1171736,
          -0.31277728, -0.081981055, 2.0925703, 0.4542614, 0.062471185, 0.012188169
        },
        "ONNX operator test test_rms_normalization_2d_axis_negative_1");
  }

  static GoldenCase onnxLargeEps() {
    return golden("test_rms_normalization_3d_axis2_epsilon", DType.F32, 6,
        new double[] {
          -0.36188847, -0.42735714, 0.4681117, 0.7308151, 0.9451033, 0.12818587,
          0.28930655, -0.4632524, 1.5832156, 2.1168327, -0.058057003, -0.6757715,
          0.266606, 0.18351604, 1.1752368, -0.36812413, 1.068056, -0.015843749,
          -0.5598309, 0.93921727, -0.67477465, 0.3339856, 0.47521782, 1.0495871,
          0.47069395, 0.26461896, -0.66600186, 1.3690515, -0.91497874, -0.18509665
        },
        new double[] {-0.6470857, -0.5956622, 0.26858422, 0.26669854, 0.9499567},
        0.1,
        new double[] {
          0.33384955, 0.36291525, 0.17924382, 0.27787045, 1.2799627, -0.06640122,
          -0.13795339, -0.09960296, 0.3380141, 1.6097723, 0.053712495, 0.57551783,
          0.10237864, 0.069976725, 1.596203, 0.30896768, -0.8251844, -0.005519445,
          -0.19365756, 1.1572491, 0.6036653, -0.27504477, 0.17646106, 0.3870034,
          0.61818445, -0.19747518, 0.45751485, 0.42406264, -0.28142416, -0.20278327
        },
        "ONNX operator test test_rms_normalization_3d_axis2_epsilon");
  }

  static GoldenCase zerosAndOneElement() {
    return golden("rows=3 width=1, eps=0.25", DType.F32, 3,
        new double[] {0, -3, 1000000},
        new double[] {2},
        0.25,
        new double[] {0, -1.9727878476642875, 2},
        "by hand: 0, -6 / sqrt(9.25), and an element so large that it is its own root "
            + "mean square");
  }

  static GoldenCase halves() {
    return golden("halves, rows=2 width=7", DType.F16, 2,
        new double[] {
          50.25, 49.5, 51.125, 50, 48.75, 50.5, 50.0625, -1.5, 0.25, 3, -2.25, 0.5,
          1.75, -0.125
        },
        new double[] {1, -0.5, 2, 0.75, 1.25, -2, 0.5},
        1E-06,
        new double[] {
          1.00390625, -0.49462890625, 2.04296875, 0.74951171875, 1.2177734375,
          -2.01953125, 0.50048828125, -0.89404296875, -0.07452392578125, 3.576171875,
          -1.005859375, 0.37255859375, -2.0859375, -0.037261962890625
        },
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: gamma * x / sqrt(mean(x^2) + eps)");
  }

  static GoldenCase squaresBeyondHalves() {
    return golden("halves, squares beyond the type", DType.F16, 1,
        new double[] {300, -300, 300, -300},
        new double[] {1, -2, 0.5, 4},
        0,
        new double[] {1, 2, 0.5, -4},
        "by hand: x / 300 is 1 or -1; a square is 90000, where f16 ends at 65504");
  }

  static GoldenCase bfloats() {
    return golden("bfloats, rows=2 width=7", DType.BF16, 2,
        new double[] {
          50.25, 49.5, 51, 50, 48.75, 50.5, 50, -1.5, 0.25, 3, -2.25, 0.5, 1.75, -0.125
        },
        new double[] {1, -0.5, 2, 0.75, 1.25, -2, 0.5},
        1E-06,
        new double[] {
          1.0078125, -0.494140625, 2.046875, 0.75, 1.21875, -2.015625, 0.5, -0.89453125,
          -0.07470703125, 3.578125, -1.0078125, 0.373046875, -2.09375, -0.037353515625
        },
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: gamma * x / sqrt(mean(x^2) + eps)");
  }

  private static GoldenCase golden(
      String label, DType dtype, long rows, double[] x, double[] gamma, double eps,
      double[] expected, String source) {
    return GoldenCase.of(
        RmsNorm.arguments(label, rows, Elements.of(dtype, x), Elements.of(dtype, gamma), eps),
        "out", Elements.of(dtype, expected), source);
  }
}
