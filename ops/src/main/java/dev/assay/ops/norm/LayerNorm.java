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
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;
import java.util.List;

/**
 * {@code assay:layer_norm}: each row to mean 0 and variance 1, then scaled by γ and shifted by β. With {@code has_stats}
 * it also writes, for each row, the mean and 1 / √(variance + eps) in f32.
 */
public final class LayerNorm {
  private static final String STATISTICS = "(params.width != 0) * params.rows";

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:layer_norm")
      .buffer("x", Access.READ, "params.rows * params.width")
      .buffer("gamma", Access.READ, "params.width")
      .buffer("beta", Access.READ, "params.width")
      .buffer("out", Access.WRITE_ALL, "params.rows * params.width")
      .buffer("mean", DType.F32, Access.WRITE_ALL, STATISTICS)
      .gatedBy("has_stats")
      .buffer("inverse_deviation", DType.F32, Access.WRITE_ALL, STATISTICS)
      .gatedBy("has_stats")
      .constant("params", RowNorm.PARAMS)
      .functionConstant("has_stats", DType.BOOL)
      .dtype(DType.F32, RowNorm.F32)
      .dtype(DType.F16, RowNorm.F16)
      .dtype(DType.BF16, RowNorm.BF16)
      .inPlace("out", "x")
      .work("params.rows * params.width")
      .reducedLength("params.width")
      .numerics(RowNorm.NUMERICS)
      .reference(LayerNorm::run)
      .cases(LayerNorm::generate)
      .golden(LayerNormGolden.onnxLastAxis())
      .golden(LayerNormGolden.largeOffset())
      .golden(LayerNormGolden.oneElement())
      .golden(LayerNormGolden.onnxWithStatistics())
      .golden(LayerNormGolden.halves())
      .golden(LayerNormGolden.bfloats())
      .build();

  private LayerNorm() {}

  /** γ · (x − mean) / √(variance + eps) + β over the last axis, dense. */
  public static Tensor call(TensorScope scope, Tensor x, Tensor gamma, Tensor beta, double eps) {
    checked("layerNorm", x, gamma, beta, eps).finish();
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(prepare(scope, x, gamma, beta, eps, false).tensor("out", out));
    return out;
  }

  /** The same, and the mean and 1 / √(variance + eps) of every row, both f32 and of the shape of x without its last axis. */
  public static List<Tensor> callWithStatistics(
      TensorScope scope, Tensor x, Tensor gamma, Tensor beta, double eps) {
    OpCheck check = checked("layerNormWithStatistics", x, gamma, beta, eps);
    boolean ranked = x.shape().rank() > 0;
    check.require(!ranked || x.shape().size(-1) > 0, () -> Problem
        .of(Codes.SHAPE_INVALID, "the rows of x have no elements, so they have no mean")
        .expected("a last axis of at least 1", x.shape().toString())
        .remedy("call layerNorm, or leave the call out"));
    check.finish();
    long[] sizes = x.shape().sizes();
    Shape rows = Shape.of(Arrays.copyOf(sizes, sizes.length - 1));
    KernelCall call = prepare(scope, x, gamma, beta, eps, true);
    Tensor out = scope.empty(x.dtype(), x.shape());
    Tensor mean = scope.empty(DType.F32, rows);
    Tensor inverseDeviation = scope.empty(DType.F32, rows);
    scope.run(call.tensor("out", out)
        .tensor("mean", mean)
        .tensor("inverse_deviation", inverseDeviation));
    return List.of(out, mean, inverseDeviation);
  }

  private static OpCheck checked(String op, Tensor x, Tensor gamma, Tensor beta, double eps) {
    OpCheck check = OpCheck.of(op).operand("x", x).operand("gamma", gamma).operand("beta", beta);
    RowNorm.check(check.dtypeOf(DECLARATION), x, eps, RowNorm.vector("gamma", gamma),
        RowNorm.vector("beta", beta));
    return check;
  }

  private static KernelCall prepare(
      TensorScope scope, Tensor x, Tensor gamma, Tensor beta, double eps, boolean statistics) {
    StructValue params = RowNorm.params(x.shape(), eps);
    return KernelCall.of("assay:layer_norm", x.dtype())
        .tensor("x", Copy.contiguous(scope, x))
        .tensor("gamma", Copy.contiguous(scope, gamma))
        .tensor("beta", Copy.contiguous(scope, beta))
        .constant("params", params)
        .constant("has_stats", StructValue.ofLong(DType.BOOL, statistics ? 1 : 0));
  }

  static KernelCase arguments(String label, long rows, Elements x, Elements gamma, Elements beta,
      double eps, boolean statistics) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("gamma", gamma)
        .input("beta", beta)
        .constant("params", RowNorm.params(rows, gamma.length(), eps))
        .constant("has_stats", StructValue.ofLong(DType.BOOL, statistics ? 1 : 0));
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    boolean statistics = dispatch.flag("has_stats");
    double eps = params.getDouble("eps");
    double[] gamma = dispatch.buffer("gamma").toDoubles();
    double[] beta = dispatch.buffer("beta").toDoubles();
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("rows"), r -> {
      double[] row = new double[gamma.length];
      x.read(r * row.length, row, 0, row.length);
      RowNorm.Statistics found = RowNorm.normalize(row, gamma, beta, eps);
      out.write(r * row.length, row, 0, row.length);
      if (statistics) {
        dispatch.buffer("mean").setDouble(r, found.mean());
        dispatch.buffer("inverse_deviation").setDouble(r, found.inverseDeviation());
      }
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int rows = random.sizeOrEmpty(17);
    int width = random.sizeOrEmpty(300);
    return arguments("rows=" + rows + " width=" + width, rows,
        RowNorm.offsetRows(random, dtype, rows, width),
        random.values(dtype, width, -2, 2),
        random.values(dtype, width, -2, 2),
        random.oneOf(1e-12, 1e-5, 0.1),
        random.flip());
  }
}
