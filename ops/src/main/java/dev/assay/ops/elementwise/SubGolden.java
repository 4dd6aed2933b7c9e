package dev.assay.ops.elementwise;

import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Sub}. */
final class SubGolden {
  private SubGolden() {}

  static GoldenCase onnxExample() {
    return BinaryKernel.golden("test_sub_example", Shape.of(3),
        new long[] {1}, new double[] {1, 2, 3},
        new long[] {1}, new double[] {3, 2, 1},
        new double[] {-2, 0, 2},
        "ONNX operator test test_sub_example");
  }

  static GoldenCase onnxBroadcast() {
    return BinaryKernel.golden("rows of test_sub_bcast", Shape.of(2, 5),
        new long[] {5, 1}, new double[] {
          0.47317132, -0.45070517, 0.49604034, -0.6481015, -0.1461807, -0.42847797,
          1.4048872, 0.9010174, -0.41257054, -0.6916517
        },
        new long[] {0, 1}, new double[] {-0.68275994, 1.4679873, -0.8180685, -0.874933, -1.1684574},
        new double[] {
          1.1559312, -1.9186925, 1.3141088, 0.2268315, 1.0222766, 0.25428197, -0.0631001,
          1.7190859, 0.46236247, 0.4768057
        },
        "ONNX operator test test_sub_bcast, the first two of its twelve rows");
  }

  static GoldenCase exactDifferences() {
    return BinaryKernel.golden("six pairs of wide range", Shape.of(6),
        new long[] {1}, new double[] {0.1, -7.25, 33000000, 1E-20, 123456.79, -0.7},
        new long[] {1}, new double[] {0.2, 0.001, 1.5, 3E-20, -123456.5, 0.7},
        new double[] {-0.1000000015, -7.251, 32999998.5, -1.999999937E-20, 246913.2891,
          -1.399999976},
        "Python 3 fractions: the exact result for the f32 operands");
  }
}
