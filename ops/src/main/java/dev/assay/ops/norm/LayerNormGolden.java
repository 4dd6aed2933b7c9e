package dev.assay.ops.norm;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import java.util.Map;

/** Golden cases of {@link LayerNorm}. */
final class LayerNormGolden {
  private LayerNormGolden() {}

  static GoldenCase onnxLastAxis() {
    return golden("rows of test_layer_normalization_4d_axis3", 4,
        new double[] {
          0.045737505, -0.5710887, 0.41989738, 0.78245044, 1.0824956, -1.3178118,
          0.8374167, -1.4304782, -1.6975341, -0.015626524, 1.0402646, -0.10582512,
          -0.418671, -0.3628987, 1.5688434, -0.5780031, 0.49340603, 0.49410024, 1.206109,
          -0.29626107
        },
        new double[] {-0.2851671, 0.017535312, -0.57646626, 1.4457297, -1.3527033},
        new double[] {-0.52072716, -0.63846266, -0.38487622, 0.59275764, -1.2505645},
        1e-5,
        new double[] {
          -0.36963356, -0.6664722, -0.4527142, 1.6699905, -2.9608846, -0.3470338,
          -0.6103254, 0.032955945, -0.8516961, -2.235901, -0.7661706, -0.64822555,
          0.15912214, -0.6718219, -3.2991452, -0.14265037, -0.632124, -0.59388745,
          2.7380278, -0.0573287
        },
        "ONNX operator test test_layer_normalization_4d_axis3, the first four of its 24 "
            + "rows");
  }

  static GoldenCase largeOffset() {
    return golden("rows=2 width=7, offsets 50 and -31", 2,
        new double[] {
          50.25, 49.5, 51.125, 50, 48.75, 50.5, 50.0625, -31.5, -33, -30.25, -32, -31.75,
          -29.5, -31
        },
        new double[] {1, -0.5, 2, 0.75, 1.25, -2, 0.5},
        new double[] {0, 1, -1, 0.5, 0.25, 2, -0.125},
        1e-12,
        new double[] {
          0.320776552, 1.378516331, 2.156441272, 0.4711301103, -2.043552347,
          0.6399074195, -0.09933787584, -0.1997781475, 1.79911259, 0.9311887588,
          0.0005546313412, -0.291065816, -1.329635791, 0.008185431642
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands: gamma * (x - mean) / "
            + "sqrt(var + eps) + beta, two passes");
  }

  static GoldenCase oneElement() {
    return golden("rows=3 width=1", 3,
        new double[] {7, -0.5, 1000000},
        new double[] {3},
        new double[] {0.25},
        1e-5,
        new double[] {0.25, 0.25, 0.25},
        "by hand: one element is its own mean, beta is left");
  }

  static GoldenCase onnxWithStatistics() {
    return withStatistics("rows of test_layer_normalization_default_axis", 4,
        new double[] {
          0.52000993, 0.4321206, 1.3635397, 0.8832244, -0.31011727, 0.21106584,
          -0.34163618, 1.439972, -0.32152793, 0.09824829, -0.84962547, 0.29197738,
          1.1172743, -1.4853547, -0.9982369, 1.184872, -1.566496, -0.07021166,
          -0.08814395, 1.1983844
        },
        new double[] {-1.1146094, -0.004096666, 2.438074, -2.130119, 2.6169546},
        new double[] {0.5596138, 0.43647635, 1.2004789, -0.5439784, -0.1756537},
        1e-5,
        new double[] {
          0.6762087, 0.43755713, 4.6709485, -1.7226939, -4.384712, 0.5701758,
          0.43999907, 5.7874765, 1.2218065, -0.6547256, 1.1046636, 0.43355966, 5.053074,
          1.9222612, -1.8644918, -0.58927846, 0.44328502, 0.7187344, -0.08569908,
          2.5564008
        },
        new double[] {0.5777555, 0.2172244, -0.38479307, 0.13168097},
        new double[] {1.8114988, 1.5386674, 1.0520031, 0.97869974},
        "ONNX operator test test_layer_normalization_default_axis, its first four rows");
  }

  static GoldenCase halves() {
    return golden("halves, rows=2 width=7, one with an offset", DType.F16, 2,
        new double[] {
          50.25, 49.5, 51.125, 50, 48.75, 50.5, 50.0625, -1.5, 0.25, 3, -2.25, 0.5,
          1.75, -0.125
        },
        new double[] {1, -0.5, 2, 0.75, 1.25, -2, 0.5},
        new double[] {0, 1, -1, 0.5, 0.25, 2, -0.125},
        1e-5,
        new double[] {
          0.32080078125, 1.37890625, 2.15625, 0.47119140625, -2.04296875, 0.64013671875,
          -0.099365234375, -1.0419921875, 0.99462890625, 2.33203125, -0.62060546875,
          0.451416015625, 0.1729736328125, -0.232421875
        },
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: gamma * (x - mean) / sqrt(var + eps) + beta, two passes");
  }

  static GoldenCase bfloats() {
    return golden("bfloats, rows=2 width=7, one with an offset", DType.BF16, 2,
        new double[] {
          50.25, 49.5, 51.25, 50, 48.75, 50.5, 50, -1.5, 0.25, 3, -2.25, 0.5, 1.75,
          -0.125
        },
        new double[] {1, -0.5, 2, 0.75, 1.25, -2, 0.5},
        new double[] {0, 1, -1, 0.5, 0.25, 2, -0.125},
        1e-5,
        new double[] {
          0.294921875, 1.3671875, 2.34375, 0.462890625, -1.96875, 0.71875,
          -0.1494140625, -1.0390625, 0.99609375, 2.328125, -0.62109375, 0.451171875,
          0.1728515625, -0.232421875
        },
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: gamma * (x - mean) / sqrt(var + eps) + beta, two passes");
  }

  private static GoldenCase golden(
      String label, long rows, double[] x, double[] gamma, double[] beta, double eps,
      double[] expected, String source) {
    return golden(label, DType.F32, rows, x, gamma, beta, eps, expected, source);
  }

  private static GoldenCase golden(
      String label, DType dtype, long rows, double[] x, double[] gamma, double[] beta, double eps,
      double[] expected, String source) {
    return GoldenCase.of(
        LayerNorm.arguments(label, rows, Elements.of(dtype, x), Elements.of(dtype, gamma),
            Elements.of(dtype, beta), eps, false),
        "out", Elements.of(dtype, expected), source);
  }

  private static GoldenCase withStatistics(
      String label, long rows, double[] x, double[] gamma, double[] beta, double eps,
      double[] expected, double[] mean, double[] inverseDeviation, String source) {
    return new GoldenCase(
        LayerNorm.arguments(label, rows, Elements.of(DType.F32, x),
            Elements.of(DType.F32, gamma), Elements.of(DType.F32, beta), eps, true),
        Map.of(
            "out", Elements.of(DType.F32, expected),
            "mean", Elements.of(DType.F32, mean),
            "inverse_deviation", Elements.of(DType.F32, inverseDeviation)),
        source);
  }
}
