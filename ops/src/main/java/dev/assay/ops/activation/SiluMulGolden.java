package dev.assay.ops.activation;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link SiluMul}. */
final class SiluMulGolden {
  private SiluMulGolden() {}

  static GoldenCase onnxSwiglu() {
    return golden("test_swiglu", DType.F32,
        new double[] {1, -2, 3, 4, -1, 2, -3, 0.5},
        new double[] {0.5, 1, -1, 2, 2, -1, 0.5, 1},
        new double[] {
          0.3655293, -0.23840587, -2.8577223, 7.85611, -0.5378828, -1.761594,
          -0.071138814, 0.31122968
        },
        "ONNX operator test test_swiglu");
  }

  static GoldenCase gatesOfBothSigns() {
    return golden("gates of both signs", DType.F32,
        new double[] {-9, -1.5, -0.25, 0, 0.75, 2, 11},
        new double[] {3, -2.5, 0.1, 7, -0.6, 1.5, -1.1},
        new double[] {
          -0.003331653552, 0.6840957143, -0.01094558764, 0, -0.3056304268, 2.642391234,
          -12.09979818
        },
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: gate / (1 + "
            + "exp(-gate)) * up");
  }

  static GoldenCase onnxSwigluInHalves() {
    return golden("test_swiglu_float16", DType.F16,
        new double[] {1, -2, 3, 4, -1, 2, -3, 0.5},
        new double[] {0.5, 1, -1, 2, 2, -1, 0.5, 1},
        new double[] {
          0.365478515625, -0.2384033203125, -2.857421875, 7.85546875, -0.5380859375,
          -1.76171875, -0.0711669921875, 0.311279296875
        },
        "ONNX operator test test_swiglu_float16");
  }

  static GoldenCase bfloats() {
    return golden("bfloats", DType.BF16,
        new double[] {-9, -1.5, -0.25, 0, 0.75, 2, 11},
        new double[] {3, -2.5, 0.10009765625, 7, -0.6015625, 1.5, -1.1015625},
        new double[] {
          -0.003326416015625, 0.68359375, -0.010986328125, 0, -0.306640625, 2.640625,
          -12.125
        },
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: gate / (1 + exp(-gate)) * up");
  }

  private static GoldenCase golden(
      String label, DType dtype, double[] gate, double[] up, double[] expected, String source) {
    return GoldenCase.of(
        SiluMul.arguments(label, Elements.of(dtype, gate), Elements.of(dtype, up)),
        "out", Elements.of(dtype, expected), source);
  }
}
