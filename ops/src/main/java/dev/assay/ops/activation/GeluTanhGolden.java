package dev.assay.ops.activation;

import dev.assay.ops.elementwise.UnaryKernel;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link GeluTanh}. */
final class GeluTanhGolden {
  private GeluTanhGolden() {}

  static GoldenCase onnxTanh() {
    return UnaryKernel.golden("test_gelu_tanh_1",
        new double[] {-1, 0, 1},
        new double[] {-0.158808, 0, 0.841192},
        "ONNX operator test test_gelu_tanh_1");
  }

  static GoldenCase farFromErf() {
    return UnaryKernel.golden("where the erf form differs most",
        new double[] {-2.7, 2.7, -2.2, -3.1, 1.3, -0.5, 0.5, -1},
        new double[] {
          -0.008887593463, 2.691112454, -0.03032146987, -0.002626611064, 1.173928959,
          -0.1542859902, 0.3457140098, -0.1588080094
        },
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: x/2 * (1 + "
            + "tanh(sqrt(2/pi) * (x + 0.044715 x^3)))");
  }

  static GoldenCase tails() {
    return UnaryKernel.golden("tails, zero, and arguments at which tanh overflows",
        new double[] {-8, -6.5, -5, -0.0001, 0.0001, 0, 4, 6.5, 8, 30, 1000},
        new double[] {
          -3.107782938E-21, -6.278258773E-13, -2.291796197E-7, -4.999600931E-5,
          5.000398816E-5, 0, 3.999929754, 6.5, 8, 30, 1000
        },
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: x/2 * (1 + "
            + "tanh(sqrt(2/pi) * (x + 0.044715 x^3)))");
  }

  static GoldenCase halves() {
    return GoldenCase.of(
        UnaryKernel.arguments("halves", Elements.of(DType.F16,
            -8, -5.5, -2.69921875, -1, -0.300048828125, -0.00010001659393310547, 0,
            0.00010001659393310547, 0.5, 1.2998046875, 2.69921875, 6.5)),
        "out", Elements.of(DType.F16,
            -0.0, -0.0, -0.00890350341796875, -0.1588134765625, -0.1146240234375,
            -5.0008296966552734E-05, 0, 5.0008296966552734E-05, 0.345703125, 1.173828125,
            2.689453125, 6.5),
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))");
  }

  static GoldenCase bfloats() {
    return GoldenCase.of(
        UnaryKernel.arguments("bfloats", Elements.of(DType.BF16,
            -8, -5.5, -2.703125, -1, -0.30078125, -0.00010013580322265625, 0,
            0.00010013580322265625, 0.5, 1.296875, 2.703125, 6.5)),
        "out", Elements.of(DType.BF16,
            -3.110199103199384E-21, -5.9371814131736755E-09, -0.0087890625, -0.1591796875,
            -0.11474609375, -5.0067901611328125E-05, 0, 5.0067901611328125E-05, 0.345703125,
            1.171875, 2.6875, 6.5),
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))");
  }
}
