package dev.assay.ops.attention;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** The rules of {@link Rope} as an operation on tensors, and its lowering. */
public final class RopeCall {
  /** Stands for a table with a row for each token. */
  private static final long PER_TOKEN = -1;

  private RopeCall() {}

  /** Rotates x [batch, seq, heads, head_dim]; row s by row {@code firstPosition} + s of cos and sin [rows, n_rot/2]. */
  public static Tensor byPosition(
      TensorScope scope, Tensor x, Tensor cos, Tensor sin, boolean interleaved,
      long firstPosition) {
    OpCheck check = checked("rope", x, cos, sin);
    check.require(firstPosition >= 0, () -> Problem
        .of(Codes.CONSTANT_FIELD, "the first position is negative")
        .expected("at least 0", Long.toString(firstPosition)));
    if (x.shape().rank() == 4 && cos.shape().rank() == 2) {
      long rows = cos.shape().size(0);
      long last = firstPosition + x.shape().size(1);
      check.require(last <= rows, () -> Problem
          .of(Codes.SHAPE_INVALID, "the tables have too few rows for these positions")
          .expected("at least " + last + " rows", rows + " rows")
          .remedy("make the tables for as many positions as the model allows"));
    }
    check.finish();
    return run(scope, x, cos, sin, interleaved, firstPosition);
  }

  /** The same with a row of cos and sin [batch · seq, n_rot/2] for each token. */
  public static Tensor perToken(
      TensorScope scope, Tensor x, Tensor cos, Tensor sin, boolean interleaved) {
    OpCheck check = checked("ropePerToken", x, cos, sin);
    if (x.shape().rank() == 4 && cos.shape().rank() == 2) {
      long tokens = x.shape().product(0, 2);
      long rows = cos.shape().size(0);
      check.require(rows == tokens, () -> Problem
          .of(Codes.SHAPE_INVALID, "the tables have another number of rows than x has tokens")
          .expected(tokens + " rows", rows + " rows")
          .remedy("gather the rows of the tokens' positions, or call rope"));
    }
    check.finish();
    return run(scope, x, cos, sin, interleaved, PER_TOKEN);
  }

  private static OpCheck checked(String op, Tensor x, Tensor cos, Tensor sin) {
    OpCheck check = OpCheck.of(op).operand("x", x).dtypeOf(Rope.DECLARATION);
    check.operand("cos", cos).operand("sin", sin).indexable("x", x.shape());
    requireF32(check, "cos", cos);
    requireF32(check, "sin", sin);
    boolean ranks = check.rank("x", x, 4, 4);
    if (check.rank("cos", cos, 2, 2) && ranks) {
      long rotated = 2 * cos.shape().size(1);
      long headDim = x.shape().size(3);
      check.require(rotated <= headDim, () -> Problem
          .of(Codes.SHAPE_INVALID, "the tables rotate more elements than a head has")
          .expected("at most " + headDim / 2 + " columns, one for each pair",
              cos.shape().size(1) + " columns")
          .remedy("check the tables against the head size"));
    }
    check.require(sin.shape().equals(cos.shape()), () -> Problem
        .of(Codes.SHAPE_INVALID, "sin has another shape than cos")
        .expected(cos.shape().toString(), sin.shape().toString()));
    return check;
  }

  private static void requireF32(OpCheck check, String name, Tensor table) {
    check.require(table.dtype() == DType.F32, () -> Problem
        .of(Codes.BIND_TYPE, name + " holds no f32")
        .expected(DType.F32.toString(), table.dtype().toString())
        .remedy("keep the tables in f32: 16 bits are too few for angles"));
  }

  private static Tensor run(
      TensorScope scope, Tensor x, Tensor cos, Tensor sin, boolean interleaved,
      long firstPosition) {
    Shape shape = x.shape();
    boolean neighbours = x.strides()[3] == 1 || shape.size(3) <= 1;
    Tensor source = neighbours ? x : Copy.contiguous(scope, x);
    long[] strides = source.strides();
    boolean perToken = firstPosition == PER_TOKEN;
    Rope.Layout layout = new Rope.Layout(shape.size(0), shape.size(1), shape.size(2),
        shape.size(3), 2 * cos.shape().size(1), perToken ? 0 : firstPosition, strides[0],
        strides[1], strides[2]);
    Tensor out = scope.empty(x.dtype(), shape);
    scope.run(KernelCall.of("assay:rope", x.dtype())
        .tensor("x", source)
        .tensor("cos", Copy.contiguous(scope, cos))
        .tensor("sin", Copy.contiguous(scope, sin))
        .tensor("out", out)
        .constant("params", layout.params())
        .constant("interleaved", StructValue.ofLong(DType.BOOL, interleaved ? 1 : 0))
        .constant("per_token", StructValue.ofLong(DType.BOOL, perToken ? 1 : 0)));
    return out;
  }
}
