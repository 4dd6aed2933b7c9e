package dev.assay.ops.activation;

import dev.assay.ops.elementwise.UnaryKernel;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.GoldenCase;

/** Golden cases of {@link Silu}. */
final class SiluGolden {
  private SiluGolden() {}

  static GoldenCase bothSigns() {
    return UnaryKernel.golden("both signs",
        new double[] {-8, -3.25, -1.278, -1, -0.5, -0.001, 0, 0.001, 0.3, 1, 2.5, 7},
        new double[] {
          -0.002682801044, -0.1213123839, -0.2784645193, -0.2689414214, -0.1887703344,
          -0.0004997500237, 0, 0.0005002500238, 0.1723327628, 0.7310585786, 2.31035455,
          6.993622642
        },
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: x / (1 + exp(-x))");
  }

  static GoldenCase tailsAndInfinities() {
    return UnaryKernel.golden("tails and infinities",
        new double[] {
          -20, -80, -1000, 20, 90, 1000, Double.NEGATIVE_INFINITY,
          Double.POSITIVE_INFINITY, Double.NaN
        },
        new double[] {
          -4.122307236E-8, -1.4438811102763322E-33, -0.0, 19.99999995877693, 90,
          1000, -0.0, Double.POSITIVE_INFINITY, Double.NaN
        },
        "Python mpmath 1.3.0 with 50 digits, for the f32 operands: x / (1 + exp(-x)); "
            + "minus infinity by declaration");
  }

  static GoldenCase halves() {
    return GoldenCase.of(
        UnaryKernel.arguments("halves", Elements.of(DType.F16,
            -8, -5.5, -2.69921875, -1, -0.300048828125, -0.00010001659393310547, 0,
            0.00010001659393310547, 0.5, 1.2998046875, 2.69921875, 6.5, -12, 40)),
        "out", Elements.of(DType.F16,
            -0.0026836395263671875, -0.0223846435546875, -0.1700439453125, -0.26904296875,
            -0.127685546875, -5.0008296966552734E-05, 0, 5.0008296966552734E-05, 0.311279296875,
            1.021484375, 2.529296875, 6.4921875, -7.37309455871582E-05, 40),
        "Python mpmath 1.3.0 with 50 digits, for the f16 operands, rounded to nearest "
            + "even: x / (1 + exp(-x))");
  }

  static GoldenCase bfloats() {
    return GoldenCase.of(
        UnaryKernel.arguments("bfloats", Elements.of(DType.BF16,
            -8, -5.5, -2.703125, -1, -0.30078125, -0.00010013580322265625, 0,
            0.00010013580322265625, 0.5, 1.296875, 2.703125, 6.5, -12, 40)),
        "out", Elements.of(DType.BF16,
            -0.002685546875, -0.0223388671875, -0.169921875, -0.26953125, -0.1279296875,
            -5.0067901611328125E-05, 0, 5.0067901611328125E-05, 0.310546875, 1.015625, 2.53125,
            6.5, -7.390975952148438E-05, 40),
        "Python mpmath 1.3.0 with 50 digits, for the bf16 operands, rounded to nearest "
            + "even: x / (1 + exp(-x))");
  }
}
