package dev.assay.ops.movement;

import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
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
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.stream.LongStream;

/** {@code assay:gather}: out[o, i, c] = table[o, indices[i], c]: slices along an axis by int32 index. */
public final class Gather {
  private static final long MOST_ROWS = 1L << 31;

  private static final StructLayout PARAMS = StructLayout.struct("GatherParams")
      .field("outer", DType.U32)
      .field("rows", DType.U32)
      .field("width", DType.U32)
      .field("count", DType.U32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .all(KernelDeclaration.named("assay:gather"))
      .buffer("table", Access.READ, "params.outer * params.rows * params.width")
      .buffer("indices", DType.I32, Access.READ, "params.count")
      .buffer("out", Access.WRITE_ALL, "params.outer * params.count * params.width")
      .constant("params", PARAMS)
      .work("params.outer * params.count * params.width")
      .numerics(
          "the bits move unchanged; an index below 0 or from rows on is an error in the reference and in"
              + " checked mode, elsewhere its slice of out is 0")
      .reference(Gather::run)
      .cases(Gather::generate)
      .golden(GatherGolden.onnxAxis0())
      .golden(GatherGolden.repeatedAndReversed())
      .golden(GatherGolden.firstAndLast())
      .golden(GatherGolden.onnxAxis1())
      .golden(GatherGolden.integersOfOuterSlices())
      .build();

  private Gather() {}

  /** The axis of the table replaced by all axes of the indices. */
  public static Tensor call(TensorScope scope, Tensor table, Tensor indices, int axis) {
    OpCheck check = OpCheck.of("gather")
        .operand("table", table)
        .dtypeOf(DECLARATION)
        .operand("indices", indices);
    check.indices("indices", indices).indexable("table", table.shape());
    Optional<Integer> resolved = Optional.empty();
    Optional<Shape> result = Optional.empty();
    if (check.rank("table", table, 1, Integer.MAX_VALUE)) {
      resolved = check.attempt(() -> table.shape().axis(axis));
      resolved.ifPresent(at -> check.require(table.shape().size(at) <= MOST_ROWS, () -> Problem
          .of(Codes.INDEX_OVERFLOW, "table has more rows than an int32 index can reach")
          .expected("at most " + MOST_ROWS + " rows", table.shape().size(at) + " rows")
          .remedy("split the table")));
      result = resolved
          .flatMap(at -> check.attempt(() -> resultShape(table.shape(), indices.shape(), at)));
      result.ifPresent(shape -> check.indexable("the result", shape));
    }
    check.finish();
    int at = resolved.orElseThrow();
    Shape sizes = table.shape();
    StructValue params = params(sizes.product(0, at), sizes.size(at),
        sizes.product(at + 1, sizes.rank()), indices.shape().elements());
    Tensor denseTable = Copy.contiguous(scope, table);
    Tensor denseIndices = Copy.contiguous(scope, indices);
    Tensor out = scope.empty(table.dtype(), result.orElseThrow());
    scope.run(KernelCall.of("assay:gather", table.dtype())
        .tensor("table", denseTable)
        .tensor("indices", denseIndices)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  private static Shape resultShape(Shape table, Shape indices, int axis) {
    LongStream before = LongStream.of(table.sizes()).limit(axis);
    LongStream behind = LongStream.of(table.sizes()).skip(axis + 1L);
    return Shape.of(LongStream
        .concat(LongStream.concat(before, LongStream.of(indices.sizes())), behind)
        .toArray());
  }

  static KernelCase arguments(
      String label, long outer, long rows, long width, Elements table, Elements indices) {
    return KernelCase.labelled(label, table.dtype())
        .input("table", table)
        .input("indices", indices)
        .constant("params", params(outer, rows, width, indices.length()));
  }

  private static StructValue params(long outer, long rows, long width, long count) {
    return PARAMS.value()
        .set("outer", outer)
        .set("rows", rows)
        .set("width", width)
        .set("count", count)
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long rowBytes = params.getLong("width") * dispatch.dtype().sizeBytes();
    long rows = params.getLong("rows");
    long count = params.getLong("count");
    Elements indices = dispatch.buffer("indices");
    IndexCheck.check("assay:gather", indices, rows, "the table");
    MemorySegment table = dispatch.buffer("table").memory();
    MemorySegment out = dispatch.buffer("out").memory();
    dispatch.forEachRow(params.getLong("outer") * count, i -> {
      long row = i / count * rows + indices.getLong(i % count);
      Bytes.copy(table, row * rowBytes, out, i * rowBytes, rowBytes);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int outer = random.oneOf(0, 1, 1, 1, 2, 3, 5);
    int rows = random.size(60);
    int width = random.sizeOrEmpty(random.oneOf(1, 130));
    int count = random.sizeOrEmpty(60);
    long[] indices = new long[count];
    for (int i = 0; i < count; i++) {
      // Both ends of the table matter most.
      indices[i] =
          random.oneOf(0, rows - 1, random.between(0, rows - 1), random.between(0, rows - 1));
    }
    return arguments(
        "outer=" + outer + " rows=" + rows + " width=" + width + " count=" + count,
        outer, rows, width,
        random.values(dtype, (long) outer * rows * width), Elements.ofLongs(DType.I32, indices));
  }
}
