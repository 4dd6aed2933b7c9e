package dev.assay.ops.softmax;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link LogSoftmax}. */
final class LogSoftmaxGolden {
  private LogSoftmaxGolden() {}

  static GoldenCase onnxLastAxis() {
    return SoftmaxGolden.golden("rows of test_logsoftmax_default_axis", DType.F32, Shape.of(4, 5),
        1, 1, false,
        new double[] {
          0.36697188, 0.6905272, 0.17372939, 0.11346843, 0.06157202, 0.39480263,
          0.16753449, 0.28133443, 2.5834777, 0.1692044, 0.025862878, 1.5723118,
          0.72342694, 2.6414077, 0.6641882, 0.58556753, 0.048582107, 0.83287555,
          0.034017775, 0.0917583
        },
        new long[0], null,
        new double[] {
          -1.5516437, -1.2280884, -1.7448862, -1.8051472, -1.8570435, -2.518572,
          -2.74584, -2.6320403, -0.32989687, -2.7441702, -3.1472335, -1.6007847,
          -2.4496694, -0.5316887, -2.5089083, -1.3990711, -1.9360565, -1.1517631,
          -1.9506209, -1.8928803
        },
        "ONNX operator test test_logsoftmax_default_axis, the first of its three matrices");
  }

  static GoldenCase onnxMiddleAxis() {
    return SoftmaxGolden.golden("matrix of test_logsoftmax_axis_1", DType.F32, Shape.of(4, 5), 0, 1,
        false,
        new double[] {
          0.36697188, 0.6905272, 0.17372939, 0.11346843, 0.06157202, 0.39480263,
          0.16753449, 0.28133443, 2.5834777, 0.1692044, 0.025862878, 1.5723118,
          0.72342694, 2.6414077, 0.6641882, 0.58556753, 0.048582107, 0.83287555,
          0.034017775, 0.0917583
        },
        new long[0], null,
        new double[] {
          -1.3821685, -1.5116525, -1.7543133, -3.268574, -1.6036566, -1.3543378,
          -2.0346453, -1.6467083, -0.7985647, -1.4960243, -1.7232776, -0.629868,
          -1.2046158, -0.7406347, -1.0010405, -1.1635729, -2.1535976, -1.0951672,
          -3.3480246, -1.5734704
        },
        "ONNX operator test test_logsoftmax_axis_1, the first of its three matrices");
  }

  static GoldenCase maskedKeysAndRows() {
    return SoftmaxGolden.golden("a masked key, then a masked row", DType.F32, Shape.of(2, 3), 1, 2,
        false,
        new double[] {0.5, -1, 2, 0.25, 3, 1},
        new long[] {3, 1}, new double[] {
          0, Double.NEGATIVE_INFINITY, 0.5, Double.NEGATIVE_INFINITY,
          Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY
        },
        new double[] {
          -3.529750418, Double.NEGATIVE_INFINITY, -0.02975041827,
          Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY
        },
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: z - max - log(sum), z "
            + "= 2x + mask; minus infinity where nothing is seen, by declaration");
  }

  static GoldenCase largeLogits() {
    return SoftmaxGolden.golden("logits of 1000, then an infinity", DType.F32, Shape.of(2, 4), 1, 1,
        false,
        new double[] {1000, 999.5, -1000, 998, Double.POSITIVE_INFINITY, 1, 2, 3},
        new long[0], null,
        new double[] {
          -0.5549569196, -1.05495692, -2000.554957, -2.55495692, Double.NaN, Double.NaN,
          Double.NaN, Double.NaN
        },
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: z - max - log(sum); an "
            + "infinite logit by declaration");
  }

  static GoldenCase halves() {
    return SoftmaxGolden.golden("halves, scaled and masked", DType.F16, Shape.of(2, 5), 1, 0.5,
        false,
        new double[] {0.5, -1, 2, 0.25, 8, 1, 1, -2, 0.75, -0.5},
        new long[] {0, 1}, new double[] {0, -1.5, Double.NEGATIVE_INFINITY, 0.25, 0},
        new double[] {
          -3.80078125, -6.05078125, Double.NEGATIVE_INFINITY, -3.67578125,
          -0.051300048828125, -1.0400390625, -2.5390625, Double.NEGATIVE_INFINITY,
          -0.9150390625, -1.7900390625
        },
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: z - max - log(sum), z = x / 2 + mask");
  }

  static GoldenCase bfloats() {
    return SoftmaxGolden.golden("bfloats, scaled and masked", DType.BF16, Shape.of(2, 5), 1, 0.5,
        false,
        new double[] {0.5, -1, 2, 0.25, 8, 1, 1, -2, 0.75, -0.5},
        new long[] {0, 1}, new double[] {0, -1.5, Double.NEGATIVE_INFINITY, 0.25, 0},
        new double[] {
          -3.796875, -6.0625, Double.NEGATIVE_INFINITY, -3.671875, -0.05126953125,
          -1.0390625, -2.546875, Double.NEGATIVE_INFINITY, -0.9140625, -1.7890625
        },
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: z - max - log(sum), z = x / 2 + mask");
  }
}
