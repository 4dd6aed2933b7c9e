package dev.assay.ops.movement;

import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** {@code assay:gather}: out[i, c] = table[indices[i], c]: rows of a table by int32 index. */
public final class Gather {
  private static final long MOST_ROWS = 1L << 31;
  private static final int MOST_PROBLEMS = 8;

  private static final StructLayout PARAMS = StructLayout.struct("GatherParams")
      .field("rows", DType.U32)
      .field("width", DType.U32)
      .field("count", DType.U32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:gather")
      .buffer("table", Access.READ, "params.rows * params.width")
      .buffer("indices", DType.I32, Access.READ, "params.count")
      .buffer("out", Access.WRITE_ALL, "params.count * params.width")
      .constant("params", PARAMS)
      .dtype(DType.F32, Tolerance.exact())
      .work("params.count * params.width")
      .numerics(
          "the bits move unchanged; an index below 0 or from rows on is an error in the reference and in"
              + " checked mode, elsewhere its row of out is 0")
      .reference(Gather::run)
      .cases(Gather::generate)
      .golden(GatherGolden.onnxAxis0())
      .golden(GatherGolden.repeatedAndReversed())
      .golden(GatherGolden.firstAndLast())
      .build();

  private Gather() {}

  /** Of shape {@code indices.shape + table.shape[1:]}. */
  public static Tensor call(TensorScope scope, Tensor table, Tensor indices) {
    OpCheck check = OpCheck.of("gather")
        .operand("table", table)
        .dtypeOf(DECLARATION)
        .operand("indices", indices);
    check.require(indices.dtype() == DType.I32, () -> Problem
        .of(Codes.BIND_TYPE, "indices have another element type than the kernel takes")
        .expected(DType.I32.toString(), indices.dtype().toString())
        .remedy("make them an int32 tensor"));
    check.indexable("table", table.shape());
    Optional<Shape> result = Optional.empty();
    if (check.rank("table", table, 1, Integer.MAX_VALUE)) {
      check.require(table.shape().size(0) <= MOST_ROWS, () -> Problem
          .of(Codes.INDEX_OVERFLOW, "table has more rows than an int32 index can reach")
          .expected("at most " + MOST_ROWS + " rows", table.shape().size(0) + " rows")
          .remedy("split the table"));
      result = check.attempt(() -> resultShape(table.shape(), indices.shape()));
      result.ifPresent(shape -> check.indexable("the result", shape));
    }
    check.finish();
    Shape shape = result.orElseThrow();
    StructValue params =
        params(table.shape().size(0), table.shape().product(1, table.shape().rank()),
            indices.shape().elements());
    Tensor denseTable = Copy.contiguous(scope, table);
    Tensor denseIndices = Copy.contiguous(scope, indices);
    Tensor out = scope.empty(table.dtype(), shape);
    scope.run(KernelCall.of("assay:gather", table.dtype())
        .tensor("table", denseTable)
        .tensor("indices", denseIndices)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  private static Shape resultShape(Shape table, Shape indices) {
    long[] sizes = new long[indices.rank() + table.rank() - 1];
    System.arraycopy(indices.sizes(), 0, sizes, 0, indices.rank());
    System.arraycopy(table.sizes(), 1, sizes, indices.rank(), table.rank() - 1);
    return Shape.of(sizes);
  }

  static KernelCase arguments(String label, long rows, long width, Elements table,
      Elements indices) {
    return KernelCase.labelled(label, table.dtype())
        .input("table", table)
        .input("indices", indices)
        .constant("params", params(rows, width, indices.length()));
  }

  private static StructValue params(long rows, long width, long count) {
    return PARAMS.value().set("rows", rows).set("width", width).set("count", count).build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long rowBytes = params.getLong("width") * dispatch.dtype().sizeBytes();
    Elements indices = dispatch.buffer("indices");
    check(indices, params.getLong("rows"));
    MemorySegment table = dispatch.buffer("table").memory();
    MemorySegment out = dispatch.buffer("out").memory();
    dispatch.forEachRow(params.getLong("count"),
        i -> MemorySegment.copy(table, indices.getLong(i) * rowBytes, out, i * rowBytes, rowBytes));
  }

  private static void check(Elements indices, long rows) {
    Problems problems = new Problems("assay:gather");
    for (long i = 0; i < indices.length() && problems.list().size() < MOST_PROBLEMS; i++) {
      long index = indices.getLong(i);
      if (index < 0 || index >= rows) {
        problems.add(Problem
            .of(Codes.INDEX_OUT_OF_RANGE,
                "index " + index + " at position " + i + " lies outside the table")
            .expected(rows == 0 ? "no index: the table has no rows" : "0 to " + (rows - 1),
                Long.toString(index))
            .remedy("check what the indices were made from"));
      }
    }
    problems.throwIfAny(InvalidInputException::new);
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int rows = random.size(60);
    int width = random.sizeOrEmpty(random.oneOf(1, 130));
    int count = random.sizeOrEmpty(60);
    long[] indices = new long[count];
    for (int i = 0; i < count; i++) {
      // Both ends of the table matter most.
      indices[i] =
          random.oneOf(0, rows - 1, random.between(0, rows - 1), random.between(0, rows - 1));
    }
    return arguments("rows=" + rows + " width=" + width + " count=" + count, rows, width,
        random.values(dtype, (long) rows * width), Elements.ofLongs(DType.I32, indices));
  }
}
