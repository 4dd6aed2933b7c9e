package dev.assay.ops.norm;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:fused_residual_layer_norm}: layer_norm(x + residual), without a tensor for the sum. */
public final class FusedResidualLayerNorm {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION =
      KernelDeclaration.named("assay:fused_residual_layer_norm")
          .buffer("x", Access.READ, "params.rows * params.width")
          .buffer("residual", Access.READ, "params.rows * params.width")
          .buffer("gamma", Access.READ, "params.width")
          .buffer("beta", Access.READ, "params.width")
          .buffer("out", Access.WRITE_ALL, "params.rows * params.width")
          .constant("params", RowNorm.PARAMS)
          .dtype(DType.F32, RowNorm.F32)
          .inPlace("out", "x")
          .inPlace("out", "residual")
          .work("params.rows * params.width")
          .reducedLength("params.width")
          .numerics(RowNorm.NUMERICS)
          .reference(FusedResidualLayerNorm::run)
          .cases(FusedResidualLayerNorm::generate)
          .golden(FusedResidualLayerNormGolden.offsetsThatCancel())
          .golden(FusedResidualLayerNormGolden.unequalOperands())
          .golden(FusedResidualLayerNormGolden.oneElement())
          .build();

  private FusedResidualLayerNorm() {}

  /** layer_norm(x + residual) over the last axis, dense. */
  public static Tensor call(
      TensorScope scope, Tensor x, Tensor residual, Tensor gamma, Tensor beta, double eps) {
    OpCheck check = OpCheck.of("residualLayerNorm")
        .operand("x", x)
        .operand("residual", residual)
        .operand("gamma", gamma)
        .operand("beta", beta);
    RowNorm.check(check.dtypeOf(DECLARATION), x, gamma, beta, eps);
    check.require(x.shape().equals(residual.shape()), () -> Problem
        .of(Codes.SHAPE_INVALID, "residual has another shape than x")
        .expected(x.shape().toString(), residual.shape().toString())
        .remedy("add them with add, which broadcasts, and call layerNorm"));
    check.finish();
    StructValue params = RowNorm.params(x.shape(), eps);
    Tensor dense = Copy.contiguous(scope, x);
    Tensor denseResidual = Copy.contiguous(scope, residual);
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(KernelCall.of("assay:fused_residual_layer_norm", x.dtype())
        .tensor("x", dense)
        .tensor("residual", denseResidual)
        .tensor("gamma", Copy.contiguous(scope, gamma))
        .tensor("beta", Copy.contiguous(scope, beta))
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  static KernelCase arguments(
      String label, long rows, Elements x, Elements residual, Elements gamma, Elements beta,
      double eps) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("residual", residual)
        .input("gamma", gamma)
        .input("beta", beta)
        .constant("params", RowNorm.params(rows, gamma.length(), eps));
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    double eps = params.getDouble("eps");
    double[] gamma = dispatch.buffer("gamma").toDoubles();
    double[] beta = dispatch.buffer("beta").toDoubles();
    Elements x = dispatch.buffer("x");
    Elements residual = dispatch.buffer("residual");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("rows"), r -> {
      double[] row = new double[gamma.length];
      double[] added = new double[gamma.length];
      x.read(r * row.length, row, 0, row.length);
      residual.read(r * row.length, added, 0, row.length);
      for (int i = 0; i < row.length; i++) {
        row[i] += added[i];
      }
      RowNorm.normalize(row, gamma, beta, eps);
      out.write(r * row.length, row, 0, row.length);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int rows = random.sizeOrEmpty(17);
    int width = random.sizeOrEmpty(300);
    // The residual is smaller than the spread of x, so that the sum keeps a spread too.
    return arguments("rows=" + rows + " width=" + width, rows,
        RowNorm.offsetRows(random, dtype, rows, width),
        random.values(dtype, (long) rows * width, -0.5, 0.5),
        random.values(dtype, width, -2, 2),
        random.values(dtype, width, -2, 2),
        random.oneOf(1e-12, 1e-5, 0.1));
  }
}
