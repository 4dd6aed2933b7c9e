package dev.assay.ops.movement;

import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.lang.foreign.MemorySegment;

/**
 * {@code assay:trilu}: the upper or lower triangle of dense [batch, rows, columns], 0 elsewhere. Upper keeps columns from
 * {@code row + diagonal} on, lower those up to it.
 */
public final class Trilu {
  private static final StructLayout PARAMS = StructLayout.struct("TriluParams")
      .field("batch", DType.U32)
      .field("rows", DType.U32)
      .field("columns", DType.U32)
      .field("diagonal", DType.I32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .all(KernelDeclaration.named("assay:trilu"))
      .buffer("x", Access.READ, "params.batch * params.rows * params.columns")
      .buffer("out", Access.WRITE_ALL, "params.batch * params.rows * params.columns")
      .constant("params", PARAMS)
      .functionConstant("upper", DType.BOOL)
      .inPlace("out", "x")
      .work("params.batch * params.rows * params.columns")
      .numerics("the bits move unchanged; +0 elsewhere, whatever x has there")
      .reference(Trilu::run)
      .cases(Trilu::generate)
      .golden(TriluGolden.upperSquare())
      .golden(TriluGolden.lowerAboveTheDiagonal())
      .golden(TriluGolden.upperBelowTheDiagonalOfIntegers())
      .build();

  private Trilu() {}

  /** The triangle of the last two axes, dense. */
  public static Tensor call(TensorScope scope, String op, Tensor x, int diagonal, boolean upper) {
    OpCheck check = OpCheck.of(op).operand("x", x).dtypeOf(DECLARATION);
    check.indexable("x", x.shape()).rank("x", x, 2, Integer.MAX_VALUE);
    check.finish();
    Shape shape = x.shape();
    StructValue params = params(shape.product(0, shape.rank() - 2), shape.size(-2),
        shape.size(-1), diagonal);
    Tensor dense = Copy.contiguous(scope, x);
    Tensor out = scope.empty(x.dtype(), shape);
    scope.run(KernelCall.of("assay:trilu", x.dtype())
        .tensor("x", dense)
        .tensor("out", out)
        .constant("params", params)
        .constant("upper", StructValue.ofLong(DType.BOOL, upper ? 1 : 0)));
    return out;
  }

  static KernelCase arguments(
      String label, long batch, long rows, long columns, int diagonal, boolean upper,
      Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", params(batch, rows, columns, diagonal))
        .constant("upper", StructValue.ofLong(DType.BOOL, upper ? 1 : 0));
  }

  private static StructValue params(long batch, long rows, long columns, int diagonal) {
    return PARAMS.value()
        .set("batch", batch)
        .set("rows", rows)
        .set("columns", columns)
        .set("diagonal", diagonal)
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    boolean upper = dispatch.flag("upper");
    long rows = params.getLong("rows");
    long columns = params.getLong("columns");
    long diagonal = params.getLong("diagonal");
    int size = dispatch.dtype().sizeBytes();
    MemorySegment x = dispatch.buffer("x").memory();
    MemorySegment out = dispatch.buffer("out").memory();
    dispatch.forEachRow(params.getLong("batch") * rows, row -> {
      // The kept columns are one range: from the diagonal on, or up to it.
      long edge = Math.clamp(row % rows + diagonal + (upper ? 0 : 1), 0, columns);
      long start = row * columns;
      long from = start + (upper ? edge : 0);
      long to = start + (upper ? columns : edge);
      Bytes.copy(x, from * size, out, from * size, (to - from) * size);
      out.asSlice(start * size, (from - start) * size).fill((byte) 0);
      out.asSlice(to * size, (start + columns - to) * size).fill((byte) 0);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int batch = random.oneOf(0, 1, 1, 2, 3);
    int rows = random.sizeOrEmpty(random.oneOf(1, 65));
    int columns = random.sizeOrEmpty(random.oneOf(1, 65));
    int diagonal = random.between(-rows - 2, columns + 2);
    boolean upper = random.flip();
    return arguments(
        "batch=" + batch + " rows=" + rows + " columns=" + columns + " diagonal=" + diagonal
            + (upper ? " upper" : " lower"),
        batch, rows, columns, diagonal, upper,
        random.values(dtype, (long) batch * rows * columns));
  }
}
