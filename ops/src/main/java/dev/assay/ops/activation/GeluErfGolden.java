package dev.assay.ops.activation;

import dev.assay.ops.elementwise.UnaryKernel;
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
}
