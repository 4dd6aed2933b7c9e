package dev.assay.ops.matmul;

import dev.assay.ops.option.Activation;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.op.Shape;
import org.jspecify.annotations.Nullable;

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

  static GoldenCase onnxGemmWithBias() {
    return golden("test_gemm_default_vector_bias", DType.F32,
        new double[] {
          0.9326061, 0.46758425, 0.79768234, 0.73638844, 0.6648227, 0.9126472,
          0.50766057, 0.8187267, 0.41852206, 0.7300603, 0.4197756, 0.5806812,
          0.017188689, 0.15206832
        },
        new double[] {
          0.26995862, 0.32743186, 0.06241882, 0.73186153, 0.5372455, 0.08718976,
          0.7274049, 0.8920962, 0.48931423, 0.7422305, 0.4202685, 0.47712436, 0.5446249,
          0.3529414, 0.332663, 0.43000755, 0.073478244, 0.82477605, 0.45227754,
          0.11859296, 0.9151393, 0.2170876, 0.46697125, 0.10029821, 0.5732341,
          0.31195945, 0.3676746, 0.60843337
        },
        new double[] {0.72027886, 0.62314564, 0.7529238, 0.0671339},
        Activation.NONE,
        Matmul.params(2, 4, 7, Shape.of(), new long[0], new long[0], 7, 1, 4, 1),
        new double[] {
          3.189682, 2.726069, 2.6449873, 2.3433065, 1.8975676, 2.1478453, 1.8814952,
          1.7316389
        },
        "ONNX operator test test_gemm_default_vector_bias");
  }

  static GoldenCase emptyInnerWithBiasAndActivation() {
    return golden("k=0, relu of the bias", DType.F32,
        new double[0],
        new double[0],
        new double[] {1.5, -2, 0.25},
        Activation.RELU,
        Matmul.params(2, 3, 0, Shape.of(), new long[0], new long[0], 0, 1, 3, 1),
        new double[] {1.5, 0, 0.25, 1.5, 0, 0.25},
        "by hand: the sum of no products is 0, so the bias is left");
  }

  static GoldenCase relu() {
    return golden("relu of products and bias", DType.F32,
        new double[] {0.5, -1.25, 2, -0.75, 1.5, 0.25},
        new double[] {1, -0.5, 0.25, 2, -1.5, 0.75},
        new double[] {0.125, -0.375},
        Activation.RELU,
        Matmul.params(2, 2, 3, Shape.of(), new long[0], new long[0], 3, 1, 2, 1),
        new double[] {0, 0, 0, 3.1875},
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands, which are exact");
  }

  static GoldenCase geluErf() {
    return golden("gelu_erf of products and bias", DType.F32,
        new double[] {0.5, -1.25, 2, -0.75, 1.5, 0.25},
        new double[] {1, -0.5, 0.25, 2, -1.5, 0.75},
        new double[] {0.125, -0.375},
        Activation.GELU_ERF,
        Matmul.params(2, 2, 3, Shape.of(), new long[0], new long[0], 3, 1, 2, 1),
        new double[] {-0.00967353562, -0.08463207905, -0.1662409557, 3.185212834},
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands, which are exact");
  }

  static GoldenCase geluTanh() {
    return golden("gelu_tanh of products and bias", DType.F32,
        new double[] {0.5, -1.25, 2, -0.75, 1.5, 0.25},
        new double[] {1, -0.5, 0.25, 2, -1.5, 0.75},
        new double[] {0.125, -0.375},
        Activation.GELU_TANH,
        Matmul.params(2, 2, 3, Shape.of(), new long[0], new long[0], 3, 1, 2, 1),
        new double[] {-0.009200404804, -0.0848050284, -0.16627885, 3.185547708},
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands, which are exact");
  }

  static GoldenCase silu() {
    return golden("silu of products and bias", DType.F32,
        new double[] {0.5, -1.25, 2, -0.75, 1.5, 0.25},
        new double[] {1, -0.5, 0.25, 2, -1.5, 0.75},
        null,
        Activation.SILU,
        Matmul.params(2, 2, 3, Shape.of(), new long[0], new long[0], 3, 1, 2, 1),
        new double[] {-0.1593349462, -0.2783751735, -0.2406159756, 3.464227432},
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands, which are exact");
  }

  static GoldenCase halves() {
    return golden("halves, transposed b, bias", DType.F16,
        new double[] {
          0.49169921875, 0.96728515625, 1.1806640625, 1.76953125, 0.95947265625,
          1.689453125, -1.8837890625, -0.137451171875, 1.7734375, 0.595703125,
          1.603515625, -1.546875, -0.12371826171875, -1.013671875, 0.175048828125,
          0.295654296875, -1.947265625, -1.1328125, -0.8818359375, 1.6650390625, 1.0625,
          -1.361328125, 1.1884765625, -1.4453125, 0.4697265625, -1.4931640625,
          -1.9931640625, 1.4853515625, -1.162109375, -1.1376953125, 1.9296875,
          1.4892578125, -0.8427734375, 1.845703125, 0.1568603515625, 0.71142578125,
          -1.1806640625
        },
        new double[] {
          1.763671875, 0.7626953125, 1.8662109375, 1.5751953125, -0.8046875,
          -0.55517578125, -1.3359375, -1.4169921875, -1.7392578125, -0.79443359375,
          0.412353515625, -1.986328125, 0.7119140625, -0.6484375, -0.76025390625,
          1.2744140625, -0.0770263671875, -0.73681640625, -0.07513427734375,
          0.81884765625, -1.7724609375, 1.900390625, -1.908203125, 0.9990234375,
          1.3798828125, -1.927734375, 1.1513671875, -0.53515625, 0.31396484375,
          -1.9638671875, -1.8134765625, -1.2763671875, 1.8203125, -1.2138671875,
          1.0224609375, 1.71875, 1.7685546875, -0.62255859375, -0.5810546875,
          0.09881591796875, 1.1025390625, -1.5673828125, 0.99365234375, 1.1884765625,
          1.4384765625, -1.853515625, 1.783203125, -1.6357421875, -0.63720703125,
          0.443359375, 1.671875, -0.64013671875, 1.697265625, 0.1805419921875, -0.75,
          -0.73291015625, -1.2900390625, -1.6875, -1.404296875, 0.7568359375,
          1.9873046875, -1.353515625, -1.8056640625, 1.947265625, 0.1341552734375,
          -0.37646484375, -1.05078125, 0.375732421875, 1.3056640625, -0.1773681640625,
          -0.31298828125, -1.77734375, 1.6640625, -1.869140625
        },
        new double[] {0.300048828125, -0.7001953125},
        Activation.NONE,
        Matmul.params(1, 2, 37, Shape.of(), new long[0], new long[0], 37, 1, 1, 37),
        new double[] {-4.45703125, -4.4765625},
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: the exact sum of products and bias");
  }

  static GoldenCase sumsBeyondHalves() {
    return golden("halves, sums beyond the type", DType.F16,
        new double[] {200, 200, 200, -200, -200, -199},
        new double[] {200, 250, 200, 250, 200, 250, 200, 250, 200, 250, 200, 250}, null,
        Activation.NONE,
        Matmul.params(1, 2, 6, Shape.of(), new long[0], new long[0], 6, 1, 2, 1),
        new double[] {200, 250},
        "by hand: the sum of a is 1; three products make 120000 and 150000, where f16 ends at 65504");
  }

  static GoldenCase bfloats() {
    return golden("bfloats, transposed b, bias", DType.BF16,
        new double[] {
          -0.0257568359375, 1.3515625, -1.4765625, 0.92578125, 1.796875, 0.5234375,
          1.1484375, -1.5703125, -0.26171875, -1.40625, 1.3828125, -0.8203125, -0.1875,
          2, 1.40625, 1.90625, -0.185546875, -0.04736328125, 0.91796875, -0.083984375,
          -0.8359375, -0.384765625, -1.4140625, -0.4921875, 1.953125, 1.8359375,
          0.5078125, -0.002716064453125, -0.64453125, -1.640625, -0.91015625, 1.125,
          1.46875, -0.5546875, 1.140625, 1.1015625, 0.77734375
        },
        new double[] {
          0.65625, 1.0390625, -0.546875, 0.81640625, -0.875, -0.057373046875, 1.078125,
          0.76171875, -0.82421875, 1.78125, 0.59765625, 0.322265625, -1.953125, 0.1875,
          -0.99609375, 0.6875, -0.1484375, 1.265625, 0.58984375, 1.1875, -0.609375,
          0.578125, 0.953125, 1.3125, -0.6015625, 1.375, 1.4765625, 0.75390625, 1.90625,
          1.828125, 0.07275390625, 0.1171875, -1.3359375, 1.34375, 1.75, -0.0908203125,
          0.765625, 0.87890625, 0.921875, -1.3125, 1.125, 0.32421875, 0.6640625,
          -0.31640625, 0.494140625, 1.1015625, 0.546875, 0.8828125, -1.890625,
          -1.359375, -0.2353515625, 0.6015625, -1.125, 0.7421875, 0.5234375, -1.8359375,
          -0.11376953125, -1.09375, -1.78125, -1.46875, -0.73046875, -1.2734375,
          -1.2265625, -1.859375, -0.138671875, -0.478515625, 0.447265625, 0.361328125,
          -1.046875, 1.609375, -2, -0.37890625, -0.88671875, -0.359375
        },
        new double[] {0.30078125, -0.69921875},
        Activation.NONE,
        Matmul.params(1, 2, 37, Shape.of(), new long[0], new long[0], 37, 1, 1, 37),
        new double[] {-2.96875, -0.1376953125},
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: the exact sum of products and bias");
  }

  private static GoldenCase golden(
      String label, double[] a, double[] b, StructValue params, double[] expected, String source) {
    return golden(label, DType.F32, a, b, null, Activation.NONE, params, expected, source);
  }

  private static GoldenCase golden(
      String label, DType dtype, double[] a, double[] b, double @Nullable [] bias,
      Activation activation, StructValue params, double[] expected, String source) {
    return GoldenCase.of(
        Matmul.arguments(label, Elements.of(dtype, a), Elements.of(dtype, b),
            bias == null ? null : Elements.of(dtype, bias), activation, params),
        "out", Elements.of(dtype, expected), source);
  }
}
