package dev.assay.ops.matmul;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;

/** Golden cases of {@link Matmul}. */
final class MatmulGolden {
  private MatmulGolden() {}

  static GoldenCase onnx2d() {
    return golden("test_matmul_2d",
        new double[] {
          -1.2023436, -0.6656308, 0.37170988, -0.0038747885, 2.0694656, 1.0173736,
          -0.26480743, 0.1474412, -0.27326944, 0.007041489, 1.2748615, 0.20669568
        },
        new double[] {
          0.8060475, -0.8794323, 0.10985008, 2.38934, -0.56969446, -0.8242765,
          -0.6379903, 0.81373715, -0.33220163, -0.8488305, 1.2216717, 0.6579026
        },
        Matmul.params(3, 3, 4, Shape.of(), new long[0], new long[0], 4, 1, 3, 1),
        new double[] {
          -2.7934227, 1.7343265, 0.29055446, 4.1427307, -2.434906, -0.4262947,
          -1.1922425, 1.5262269, -0.32334822
        },
        "ONNX operator test test_matmul_2d");
  }

  static GoldenCase onnx3d() {
    return golden("test_matmul_3d",
        new double[] {
          0.17156929, 0.64994514, -0.5209919, -0.7606141, -0.12897544, 0.2169402,
          0.7434602, 0.79099494, 0.4910889, -0.73128414, -0.63133866, -1.780554,
          -0.8834155, 0.8273409, 1.1206492, -0.045511782, -0.44628587, 0.021822803,
          0.27964678, 0.74543923, 0.73786205, 1.0329814, 0.034968425, -1.0606169
        },
        new double[] {
          -0.5072765, 0.22716606, 0.69892126, -0.5011281, 1.2322792, -0.42067978,
          -0.071708776, -1.1268352, 0.7604798, -0.24719694, -1.1053466, -0.02721235,
          -0.87783563, 0.03983371, -0.12474156, -0.26010802, -1.1406274, 0.64822865,
          -0.33308235, 1.5886626, -0.97981524, -0.9869603, 0.7313118, 0.24268907
        },
        Matmul.params(3, 3, 4, Shape.of(2), new long[] {12}, new long[] {12}, 4, 1, 3, 1),
        new double[] {
          -0.18735766, 2.2677028, -0.52901113, -0.29213277, -1.4740486, 0.3624556,
          0.60276926, 1.8899565, 0.21920165, 0.23194543, 0.7681728, -0.46256965,
          -0.44277495, 0.94674397, -0.023275673, 0.11873102, -1.8689437, 0.2859033
        },
        "ONNX operator test test_matmul_3d");
  }

  static GoldenCase transposedB() {
    return golden("b by columns, with a gap that must not be read",
        new double[] {0.1, -2.5, 3.3, 1.7, 0.25, -0.6},
        new double[] {1.1, 2.2, -3.3, 99, 0.7, -0.2, 0.9, 99},
        Matmul.params(2, 2, 3, Shape.of(), new long[0], new long[0], 3, 1, 1, 4),
        new double[] {-16.2799998, 3.539999886, 4.400000155, 0.6000000052},
        "Python 3 fractions: the exact result for the f32 operands");
  }

  static GoldenCase broadcastBatch() {
    return golden("two of a, one of b",
        new double[] {1, 2, 3, 4, -1, 0.5, 2, -3},
        new double[] {2, -1, 0, 1, 3, 1},
        Matmul.params(2, 3, 2, Shape.of(2), new long[] {4}, new long[] {0}, 2, 1, 3, 1),
        new double[] {4, 5, 2, 10, 9, 4, -1.5, 2.5, 0.5, 1, -11, -3},
        "by hand: small numbers, checked with Python 3 fractions");
  }

  static GoldenCase emptyInner() {
    return golden("k=0",
        new double[0],
        new double[0],
        Matmul.params(2, 3, 0, Shape.of(), new long[0], new long[0], 0, 1, 3, 1),
        new double[] {0, 0, 0, 0, 0, 0},
        "by hand: the sum of no products is 0");
  }

  private static GoldenCase golden(
      String label, double[] a, double[] b, StructValue params, double[] expected, String source) {
    return GoldenCase.of(
        Matmul.arguments(label, Elements.of(DType.F32, a), Elements.of(DType.F32, b), params),
        "out", Elements.of(DType.F32, expected), source);
  }
}
