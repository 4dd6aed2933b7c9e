package acme.kernel;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;

/** {@code acme:swish}: out[i] = x[i] / (1 + exp(−beta · x[i])). */
final class Swish {
  private static final StructLayout PARAMS =
      StructLayout.struct("SwishParams").field("length", DType.U32).field("beta", DType.F32).build();

  static final KernelDeclaration DECLARATION = KernelDeclaration.named("acme:swish")
      .buffer("x", Access.READ, "params.length")
      .buffer("out", Access.WRITE_ALL, "params.length")
      .constant("params", PARAMS)
      .dtype(DType.F32, Tolerance.of(1e-5))
      .inPlace("out", "x")
      .work("params.length")
      .numerics("large negative arguments give -0")
      .reference(Swish::run)
      .cases(Swish::generate)
      .golden(golden(1, 0, 0, "0 at 0 by the formula"))
      .golden(golden(1, 1, 0.7310585786300049, "1/(1+1/e), e to 16 digits"))
      .golden(golden(2, new double[] {-1, 1}, new double[] {-0.11920292202211755, 0.8807970779778823},
          "-1/(1+e^2) and 1/(1+e^-2), e^2 to 16 digits"))
      .build();

  private Swish() {}

  static StructValue params(long length, double beta) {
    return PARAMS.value().set("length", length).set("beta", beta).build();
  }

  private static void run(ReferenceDispatch dispatch) {
    double beta = dispatch.constant("params").getDouble("beta");
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(x.length(), i -> out.setDouble(i, x.getDouble(i) / (1 + Math.exp(-beta * x.getDouble(i)))));
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int length = random.sizeOrEmpty(500);
    return KernelCase.labelled("length=" + length, dtype)
        .input("x", random.values(dtype, length))
        .constant("params", params(length, random.uniform(0.5, 2)));
  }

  private static GoldenCase golden(double beta, double x, double expected, String source) {
    return golden(beta, new double[] {x}, new double[] {expected}, source);
  }

  private static GoldenCase golden(double beta, double[] x, double[] expected, String source) {
    return GoldenCase.of(
        KernelCase.labelled("beta=" + beta + " x=" + x[0], DType.F32)
            .input("x", Elements.of(DType.F32, x))
            .constant("params", params(x.length, beta)),
        "out", Elements.of(DType.F32, expected), source);
  }
}
