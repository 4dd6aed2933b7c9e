package dev.assay.ops.softmax;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Softmax}. */
final class SoftmaxGolden {
  private SoftmaxGolden() {}

  static GoldenCase onnxLastAxis() {
    return golden("rows of test_softmax_axis_2", Shape.of(4, 5), 1, 1,
        new double[] {
          1.167437, 0.5446117, 1.1424199, 0.93637973, 1.2730441, 0.038114984, 3.147995,
          0.7632842, 0.1959129, 0.47131044, 0.9606958, 0.8513181, 0.026402349,
          0.34050825, 1.1962771, 0.29327717, 0.29980627, 0.85310245, 0.56416595, 1.9848228
        },
        new long[] {0, 0}, new double[] {0},
        new double[] {
          0.22640829, 0.12145147, 0.22081448, 0.17969891, 0.25162682, 0.035465345,
          0.7950746, 0.07323878, 0.041527413, 0.054693855, 0.24433492, 0.2190198,
          0.095990226, 0.13141395, 0.3092411, 0.0952752, 0.0958993, 0.16676655,
          0.12491811, 0.5171408
        },
        "ONNX operator test test_softmax_axis_2, the first of its three matrices");
  }

  static GoldenCase onnxMiddleAxis() {
    return golden("matrix of test_softmax_axis_1", Shape.of(4, 5), 0, 1,
        new double[] {
          1.167437, 0.5446117, 1.1424199, 0.93637973, 1.2730441, 0.038114984, 3.147995,
          0.7632842, 0.1959129, 0.47131044, 0.9606958, 0.8513181, 0.026402349,
          0.34050825, 1.1962771, 0.29327717, 0.29980627, 0.85310245, 0.56416595, 1.9848228
        },
        new long[] {0, 0}, new double[] {0},
        new double[] {
          0.39158943, 0.060055856, 0.36221266, 0.36802858, 0.22664078, 0.12658222,
          0.81131655, 0.24791743, 0.1755096, 0.10165986, 0.31845233, 0.081612416,
          0.118654266, 0.20281395, 0.2098933, 0.16337597, 0.047015138, 0.2712156,
          0.25364786, 0.461806
        },
        "ONNX operator test test_softmax_axis_1, the first of its three matrices");
  }

  static GoldenCase scaledAndMasked() {
    return golden("scale=1/8, one key masked, two biased", Shape.of(2, 4), 1, 0.125,
        new double[] {3.5, -1.25, 12, 0.5, -7.5, 2, 2.25, 30},
        new long[] {0, 1}, new double[] {0.5, Double.NEGATIVE_INFINITY, -1.5, 0},
        new double[] {
          0.5529543213, 0, 0.2165400235, 0.2305056552, 0.01485535927, 0, 0.006801279076,
          0.9783433617
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands: exp(z - max) / sum, z "
            + "= x / 8 + mask");
  }

  static GoldenCase fullyMaskedRow() {
    return golden("a masked row between two others", Shape.of(3, 2), 1, 1,
        new double[] {1, 1, 5, 6, 2, 2},
        new long[] {2, 1}, new double[] {
          0, 0, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY,
          Double.NEGATIVE_INFINITY, 0
        },
        new double[] {0.5, 0.5, 0, 0, 0, 1},
        "by hand: equal logits share, a masked row is 0 by declaration, one open key "
            + "takes all");
  }

  static GoldenCase largeLogits() {
    return golden("logits of 1000, then an infinity", Shape.of(2, 4), 1, 1,
        new double[] {1000, 999.5, -1000, 998, Double.POSITIVE_INFINITY, 1, 2, 3},
        new long[] {0, 0}, new double[] {0},
        new double[] {
          0.574096993, 0.3482074279, 0, 0.07769557915, Double.NaN, Double.NaN,
          Double.NaN, Double.NaN
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands: exp(z - max) / sum; an "
            + "infinite logit by declaration");
  }

  /** x lies dense, the mask dense in its own shape and broadcast by its strides. */
  private static GoldenCase golden(
      String label, Shape shape, int axis, double scale, double[] x, long[] maskStrides,
      double[] mask,
      double[] expected, String source) {
    return GoldenCase.of(
        Softmax.arguments(label, shape, axis, scale, shape.denseStrides(),
            Elements.of(DType.F32, x), maskStrides,
            Elements.of(DType.F32, mask)),
        "out", Elements.of(DType.F32, expected), source);
  }
}
