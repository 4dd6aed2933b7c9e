package dev.assay.ops.norm;

import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;

/** What the kernels that normalise rows share: γ · (x − mean) / √(variance + eps) + β. */
final class RowNorm {
  /** The constant of all of them. */
  static final StructLayout PARAMS = StructLayout.struct("LayerNormParams")
      .field("rows", DType.U32)
      .field("width", DType.U32)
      .field("eps", DType.F32)
      .build();

  /** For rows whose offset is at most some tens of their spread; a one-pass variance stays outside. */
  static final Tolerance F32 = Tolerance.of(1e-5);

  static final String NUMERICS =
      "mean and variance in two passes (or compensated); eps inside the root; variance over width, not width − 1";

  private RowNorm() {}

  static StructValue params(long rows, long width, double eps) {
    return PARAMS.value().set("rows", rows).set("width", width).set("eps", eps).build();
  }

  static StructValue params(Shape x, double eps) {
    return params(x.product(0, x.rank() - 1), x.size(-1), eps);
  }

  /** The rules for x, γ, β and eps. */
  static void check(OpCheck check, Tensor x, Tensor gamma, Tensor beta, double eps) {
    check.indexable("x", x.shape());
    if (check.rank("x", x, 1, Integer.MAX_VALUE)) {
      long width = x.shape().size(-1);
      check.vector("gamma", gamma, width, "the last axis of x");
      check.vector("beta", beta, width, "the last axis of x");
    }
    check.require(eps >= 0 && eps <= Float.MAX_VALUE, () -> Problem
        .of(Codes.CONSTANT_FIELD, "eps is no number that can be added to a variance")
        .expected("a finite number, at least 0", Double.toString(eps)));
  }

  /** Normalises a row in place. */
  static void normalize(double[] row, double[] gamma, double[] beta, double eps) {
    double sum = 0;
    for (double value : row) {
      sum += value;
    }
    double mean = sum / row.length;
    double squares = 0;
    for (double value : row) {
      squares += (value - mean) * (value - mean);
    }
    double scale = 1 / Math.sqrt(squares / row.length + eps);
    for (int i = 0; i < row.length; i++) {
      row[i] = gamma[i] * ((row[i] - mean) * scale) + beta[i];
    }
  }

  /**
   * Rows with an offset of up to 50 and a spread of at least 1: where a one-pass variance fails and a sound f32 kernel
   * does not. The first two elements of a row differ in sign, so that no row is nearly constant.
   */
  static Elements offsetRows(CaseRandom random, DType dtype, int rows, int width) {
    Elements x = Elements.zeros(dtype, (long) rows * width);
    for (int r = 0; r < rows; r++) {
      double offset = random.oneOf(0.0, 0.0, 3.0, -50.0, 50.0);
      for (int c = 0; c < width; c++) {
        boolean negative = c < 2 ? c == 1 : random.flip();
        double deviation = random.uniform(1, 3);
        x.setDouble((long) r * width + c, offset + (negative ? -deviation : deviation));
      }
    }
    return x;
  }
}
