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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code assay:fused_residual_layer_norm}: layer_norm(x + residual), or with {@code has_bias} of x + residual + bias,
 * without a tensor for the sum.
 */
public final class FusedResidualLayerNorm {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION =
      KernelDeclaration.named("assay:fused_residual_layer_norm")
          .buffer("x", Access.READ, "params.rows * params.width")
          .buffer("residual", Access.READ, "params.rows * params.width")
          .buffer("bias", Access.READ, "params.width")
          .gatedBy("has_bias")
          .buffer("gamma", Access.READ, "params.width")
          .buffer("beta", Access.READ, "params.width")
          .buffer("out", Access.WRITE_ALL, "params.rows * params.width")
          .constant("params", RowNorm.PARAMS)
          .functionConstant("has_bias", DType.BOOL)
          .dtype(DType.F32, RowNorm.F32)
          .dtype(DType.F16, RowNorm.F16)
          .dtype(DType.BF16, RowNorm.BF16)
          .inPlace("out", "x")
          .inPlace("out", "residual")
          .work("params.rows * params.width")
          .reducedLength("params.width")
          .numerics(RowNorm.NUMERICS + "; the sum is not rounded before it is normalised")
          .reference(FusedResidualLayerNorm::run)
          .cases(FusedResidualLayerNorm::generate)
          .golden(FusedResidualLayerNormGolden.offsetsThatCancel())
          .golden(FusedResidualLayerNormGolden.unequalOperands())
          .golden(FusedResidualLayerNormGolden.oneElement())
          .golden(FusedResidualLayerNormGolden.biased())
          .golden(FusedResidualLayerNormGolden.biasedHalves())
          .golden(FusedResidualLayerNormGolden.bfloats())
          .build();

  private FusedResidualLayerNorm() {}

  /** layer_norm(x + residual + bias) over the last axis, dense; {@code bias} null is none. */
  public static Tensor call(
      TensorScope scope, Tensor x, Tensor residual, @Nullable Tensor bias, Tensor gamma,
      Tensor beta, double eps) {
    OpCheck check = OpCheck.of("residualLayerNorm").operand("x", x).operand("residual", residual);
    List<RowNorm.Vector> vectors = new ArrayList<>();
    if (bias != null) {
      vectors.add(RowNorm.vector("bias", bias));
    }
    vectors.add(RowNorm.vector("gamma", gamma));
    vectors.add(RowNorm.vector("beta", beta));
    vectors.forEach(vector -> check.operand(vector.name(), vector.tensor()));
    RowNorm.check(check.dtypeOf(DECLARATION), x, eps, vectors.toArray(RowNorm.Vector[]::new));
    check.require(x.shape().equals(residual.shape()), () -> Problem
        .of(Codes.SHAPE_INVALID, "residual has another shape than x")
        .expected(x.shape().toString(), residual.shape().toString())
        .remedy("add them with add, which broadcasts, and call layerNorm"));
    check.finish();
    KernelCall call = KernelCall.of("assay:fused_residual_layer_norm", x.dtype())
        .constant("params", RowNorm.params(x.shape(), eps))
        .constant("has_bias", StructValue.ofLong(DType.BOOL, bias != null ? 1 : 0))
        .tensor("x", Copy.contiguous(scope, x))
        .tensor("residual", Copy.contiguous(scope, residual));
    for (RowNorm.Vector vector : vectors) {
      call.tensor(vector.name(), Copy.contiguous(scope, vector.tensor()));
    }
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(call.tensor("out", out));
    return out;
  }

  static KernelCase arguments(
      String label, long rows, Elements x, Elements residual, @Nullable Elements bias,
      Elements gamma, Elements beta, double eps) {
    KernelCase plain = KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("residual", residual)
        .input("gamma", gamma)
        .input("beta", beta)
        .constant("params", RowNorm.params(rows, gamma.length(), eps))
        .constant("has_bias", StructValue.ofLong(DType.BOOL, bias != null ? 1 : 0));
    return bias != null ? plain.input("bias", bias) : plain;
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    double eps = params.getDouble("eps");
    double[] gamma = dispatch.buffer("gamma").toDoubles();
    double[] beta = dispatch.buffer("beta").toDoubles();
    double[] bias = dispatch.flag("has_bias")
        ? dispatch.buffer("bias").toDoubles()
        : new double[gamma.length];
    Elements x = dispatch.buffer("x");
    Elements residual = dispatch.buffer("residual");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("rows"), r -> {
      double[] row = new double[gamma.length];
      double[] added = new double[gamma.length];
      x.read(r * row.length, row, 0, row.length);
      residual.read(r * row.length, added, 0, row.length);
      for (int i = 0; i < row.length; i++) {
        row[i] += added[i] + bias[i];
      }
      RowNorm.normalize(row, gamma, beta, eps);
      out.write(r * row.length, row, 0, row.length);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int rows = random.sizeOrEmpty(17);
    int width = random.sizeOrEmpty(300);
    // Residual and bias are smaller than the spread of x, so that the sum keeps a spread too.
    return arguments("rows=" + rows + " width=" + width, rows,
        RowNorm.offsetRows(random, dtype, rows, width),
        random.values(dtype, (long) rows * width, -0.3, 0.3),
        random.flip() ? random.values(dtype, width, -0.3, 0.3) : null,
        random.values(dtype, width, -2, 2),
        random.values(dtype, width, -2, 2),
        random.oneOf(1e-12, 1e-5, 0.1));
  }
}
