package dev.assay.ops.activation;

import dev.assay.ops.elementwise.UnaryKernel;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link GeluErf}. */
final class GeluErfGolden {
  private GeluErfGolden() {}

  static GoldenCase onnxDefault() {
    return UnaryKernel.golden("test_gelu_default_1",
        new double[] {-1, 0, 1},
        new double[] {-0.15865526, 0, 0.8413447},
        "ONNX operator test test_gelu_default_1");
  }

  static GoldenCase farFromTanh() {
    return UnaryKernel.golden("where the tanh form differs most",
        new double[] {-2.7, 2.7, -2.2, -3.1, 1.3, -0.5, 0.5, -1},
        new double[] {
          -0.009360828092, 2.69063922, -0.03058758147, -0.002999570834, 1.174159316,
          -0.1542687694, 0.3457312306, -0.1586552539
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands: x/2 * erfc(-x/sqrt(2))");
  }

  static GoldenCase tails() {
    return UnaryKernel.golden("tails and zero",
        new double[] {-8, -6.5, -5, -0.0001, 0.0001, 0, 4, 6.5, 8},
        new double[] {
          -4.976768459E-15, -2.61040038E-10, -1.433257859E-06, -4.999600931E-05,
          5.000398816E-05, 0, 3.999873315, 6.5, 8
        },
        "Python mpmath 1.3.0 with 40 digits, for the f32 operands: x/2 * erfc(-x/sqrt(2))");
  }

  static GoldenCase halves() {
    return GoldenCase.of(
        UnaryKernel.arguments("halves", Elements.of(DType.F16,
            -8, -5.5, -2.69921875, -1, -0.300048828125, -0.00010001659393310547, 0,
            0.00010001659393310547, 0.5, 1.2998046875, 2.69921875, 6.5)),
        "out", Elements.of(DType.F16,
            -0.0, -1.1920928955078125E-07, -0.00937652587890625, -0.15869140625,
            -0.1146240234375, -5.0008296966552734E-05, 0, 5.0008296966552734E-05, 0.345703125,
            1.173828125, 2.689453125, 6.5),
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: x/2 * erfc(-x/sqrt(2))");
  }

  static GoldenCase bfloats() {
    return GoldenCase.of(
        UnaryKernel.arguments("bfloats", Elements.of(DType.BF16,
            -8, -5.5, -2.703125, -1, -0.30078125, -0.00010013580322265625, 0,
            0.00010013580322265625, 0.5, 1.296875, 2.703125, 6.5)),
        "out", Elements.of(DType.BF16,
            -4.9682480351975755E-15, -1.043081283569336E-07, -0.00927734375, -0.158203125,
            -0.11474609375, -5.0067901611328125E-05, 0, 5.0067901611328125E-05, 0.345703125,
            1.171875, 2.6875, 6.5),
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: x/2 * erfc(-x/sqrt(2))");
  }
}
