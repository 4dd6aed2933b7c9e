package dev.assay.ops.norm;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

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

  private static GoldenCase golden(
      String label, long rows, double[] x, double[] gamma, double[] beta, double eps,
      double[] expected,
      String source) {
    return GoldenCase.of(
        LayerNorm.arguments(label, rows, Elements.of(DType.F32, x),
            Elements.of(DType.F32, gamma), Elements.of(DType.F32, beta), eps),
        "out", Elements.of(DType.F32, expected), source);
  }
}
