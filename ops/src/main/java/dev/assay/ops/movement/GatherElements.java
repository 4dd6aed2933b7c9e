package dev.assay.ops.movement;

import dev.assay.ops.reference.Blocks;
import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.reference.StridedCase;
import dev.assay.ops.reference.StridedIndex;
import dev.assay.ops.shape.OpCheck;
import dev.assay.ops.shape.Strides;
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

/**
 * {@code assay:gather_elements}: each element from where its own coordinates point in x, but for one axis, on which its
 * index says where. The strides of x are 0 on that axis; {@code axis_stride} is its own.
 */
public final class GatherElements {
  private static final int MOST_AXES = OpCheck.MOST_AXES;

  private static final StructLayout PARAMS = StructLayout.struct("GatherElementsParams")
      .field("length", DType.U32)
      .field("rank", DType.U32)
      .field("axis_size", DType.U32)
      .field("axis_stride", DType.U64)
      .array("shape", DType.U32, MOST_AXES)
      .array("strides", DType.U64, MOST_AXES)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .all(KernelDeclaration.named("assay:gather_elements"))
      .buffer("x", Access.READ,
          "(params.length > 0 && params.axis_size > 0)"
              + " * (extent(params.shape, params.strides)"
              + " + (max(params.axis_size, 1) - 1) * params.axis_stride)")
      .buffer("indices", DType.I32, Access.READ, "params.length")
      .buffer("out", Access.WRITE_ALL, "params.length")
      .constant("params", PARAMS)
      .work("params.length")
      .numerics(
          "the bits move unchanged; an index below 0 or from axis_size on is an error in the reference and in"
              + " checked mode, elsewhere its element of out is 0")
      .reference(GatherElements::run)
      .cases(GatherElements::generate)
      .golden(GatherElementsGolden.onnxFirst())
      .golden(GatherElementsGolden.onnxSecond())
      .golden(GatherElementsGolden.columnOfIntegers())
      .build();

  private GatherElements() {}

  /** Of the shape of the indices, which has x's rank and reaches no further than x on the other axes. */
  public static Tensor call(TensorScope scope, Tensor x, Tensor indices, int axis) {
    OpCheck check = OpCheck.of("gatherElements")
        .operand("x", x)
        .dtypeOf(DECLARATION)
        .operand("indices", indices);
    check.indices("indices", indices)
        .indexable("indices", indices.shape())
        .indexable("x", x.shape());
    check.rank("x", x, 1, MOST_AXES);
    Optional<Integer> resolved = check.attempt(() -> x.shape().axis(axis));
    resolved.ifPresent(at -> check.require(fits(x.shape(), indices.shape(), at), () -> Problem
        .of(Codes.SHAPE_INVALID, "indices reach outside x on an axis that they do not choose")
        .expected("at most " + x.shape() + " but for axis " + at, indices.shape().toString())));
    check.finish();
    int at = resolved.orElseThrow();
    long[] strides = x.strides();
    long axisStride = strides[at];
    strides[at] = 0;
    StructValue params = params(indices.shape(), x.shape().size(at), axisStride, strides);
    Tensor denseIndices = Copy.contiguous(scope, indices);
    Tensor out = scope.empty(x.dtype(), indices.shape());
    scope.run(KernelCall.of("assay:gather_elements", x.dtype())
        .tensor("x", x)
        .tensor("indices", denseIndices)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  private static boolean fits(Shape x, Shape indices, int axis) {
    boolean fits = x.rank() == indices.rank();
    for (int i = 0; fits && i < x.rank(); i++) {
      fits = i == axis || indices.size(i) <= x.size(i);
    }
    return fits;
  }

  static KernelCase arguments(
      String label, Shape shape, long axisSize, long axisStride, long[] strides, Elements x,
      Elements indices) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("indices", indices)
        .constant("params", params(shape, axisSize, axisStride, strides));
  }

  private static StructValue params(
      Shape shape, long axisSize, long axisStride, long[] strides) {
    return PARAMS.value()
        .set("length", shape.elements())
        .set("rank", shape.rank())
        .set("axis_size", axisSize)
        .set("axis_stride", axisStride)
        .setAll("shape", Strides.pad(shape.sizes(), MOST_AXES, 1))
        .setAll("strides", Strides.pad(strides, MOST_AXES, 0))
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    StridedIndex index = StridedIndex.of(params, "shape", "strides");
    long axisStride = params.getLong("axis_stride");
    Elements indices = dispatch.buffer("indices");
    IndexCheck.check("assay:gather_elements", indices, params.getLong("axis_size"), "the axis");
    MemorySegment x = dispatch.buffer("x").memory();
    MemorySegment out = dispatch.buffer("out").memory();
    int size = dispatch.dtype().sizeBytes();
    Blocks.forEach(dispatch, params.getLong("length"), (first, count) -> {
      for (long i = first; i < first + count; i++) {
        long from = index.offset(i) + indices.getLong(i) * axisStride;
        Bytes.copy(x, from * size, out, i * size, size);
      }
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    Shape shape = StridedCase.shape(random, 4);
    if (shape.rank() == 0) {
      shape = Shape.of(random.sizeOrEmpty(300));
    }
    int axis = random.between(0, shape.rank() - 1);
    int axisSize = random.size(40);
    Shape x = shape.with(axis, axisSize);
    StridedCase strided = StridedCase.of(random, x);
    long[] strides = strided.strides();
    long axisStride = strides[axis];
    strides[axis] = 0;
    long[] indices = new long[(int) shape.elements()];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = random.between(0, axisSize - 1);
    }
    return arguments("shape=" + shape + " axis=" + axis + " of " + axisSize + " strides=" + strided,
        shape, axisSize, axisStride, strides, random.values(dtype, strided.extent()),
        Elements.ofLongs(DType.I32, indices));
  }
}
