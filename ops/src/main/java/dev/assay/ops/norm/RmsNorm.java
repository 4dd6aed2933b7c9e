package dev.assay.ops.norm;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:rms_norm}: each row divided by the root of its mean square, then scaled by γ (Zhang and Sennrich, 2019). */
public final class RmsNorm {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:rms_norm")
      .buffer("x", Access.READ, "params.rows * params.width")
      .buffer("gamma", Access.READ, "params.width")
      .buffer("out", Access.WRITE_ALL, "params.rows * params.width")
      .constant("params", RowNorm.PARAMS)
      .dtype(DType.F32, RowNorm.F32)
      .dtype(DType.F16, RowNorm.F16)
      .dtype(DType.BF16, RowNorm.BF16)
      .inPlace("out", "x")
      .work("params.rows * params.width")
      .reducedLength("params.width")
      .numerics("the mean of squares in f32 or better; eps inside the root")
      .reference(RmsNorm::run)
      .cases(RmsNorm::generate)
      .golden(RmsNormGolden.onnxLastAxis())
      .golden(RmsNormGolden.onnxLargeEps())
      .golden(RmsNormGolden.zerosAndOneElement())
      .golden(RmsNormGolden.halves())
      .golden(RmsNormGolden.squaresBeyondHalves())
      .golden(RmsNormGolden.bfloats())
      .build();

  private RmsNorm() {}

  /** γ · x / √(mean(x²) + eps) over the last axis, dense. */
  public static Tensor call(TensorScope scope, Tensor x, Tensor gamma, double eps) {
    OpCheck check =
        OpCheck.of("rmsNorm").operand("x", x).operand("gamma", gamma).dtypeOf(DECLARATION);
    RowNorm.check(check, x, eps, RowNorm.vector("gamma", gamma));
    check.finish();
    StructValue params = RowNorm.params(x.shape(), eps);
    Tensor dense = Copy.contiguous(scope, x);
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(KernelCall.of("assay:rms_norm", x.dtype())
        .tensor("x", dense)
        .tensor("gamma", Copy.contiguous(scope, gamma))
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  static KernelCase arguments(String label, long rows, Elements x, Elements gamma, double eps) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("gamma", gamma)
        .constant("params", RowNorm.params(rows, gamma.length(), eps));
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    double eps = params.getDouble("eps");
    double[] gamma = dispatch.buffer("gamma").toDoubles();
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("rows"), r -> {
      double[] row = new double[gamma.length];
      x.read(r * row.length, row, 0, row.length);
      double squares = 0;
      for (double value : row) {
        squares += value * value;
      }
      double scale = 1 / Math.sqrt(squares / row.length + eps);
      for (int i = 0; i < row.length; i++) {
        row[i] *= scale * gamma[i];
      }
      out.write(r * row.length, row, 0, row.length);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int rows = random.sizeOrEmpty(17);
    int width = random.sizeOrEmpty(300);
    return arguments("rows=" + rows + " width=" + width, rows,
        random.values(dtype, (long) rows * width),
        random.values(dtype, width, -2, 2),
        random.oneOf(1e-6, 1e-5, 0.1));
  }
}
