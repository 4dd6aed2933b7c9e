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

/** {@code assay:copy}: the elements of a strided view, in row-major order, without gaps. */
public final class Copy {
  private static final int MOST_AXES = OpCheck.MOST_AXES;

  private static final StructLayout PARAMS = StructLayout.struct("CopyParams")
      .field("length", DType.U32)
      .field("rank", DType.U32)
      .array("shape", DType.U32, MOST_AXES)
      .array("strides", DType.U64, MOST_AXES)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .all(KernelDeclaration.named("assay:copy"))
      .buffer("x", Access.READ, "extent(params.shape, params.strides)")
      .buffer("out", Access.WRITE_ALL, "params.length")
      .constant("params", PARAMS)
      .work("params.length")
      .numerics("the bits move unchanged, those of NaN included")
      .reference(Copy::run)
      .cases(Copy::generate)
      .golden(CopyGolden.onnxTranspose())
      .golden(CopyGolden.onnxReversedAxes())
      .golden(CopyGolden.broadcastRow())
      .golden(CopyGolden.everyOtherColumn())
      .golden(CopyGolden.oddLengthOfTwoBytes())
      .build();

  private Copy() {}

  /** The tensor itself when it is dense, else a dense copy. */
  public static Tensor contiguous(TensorScope scope, Tensor x) {
    if (x.isDense()) {
      return x;
    }
    OpCheck check = OpCheck.of("contiguous").operand("x", x).dtypeOf(DECLARATION);
    check.indexable("x", x.shape()).rank("x", x, 0, MOST_AXES);
    check.finish();
    StructValue params = params(x.shape(), x.strides());
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(KernelCall.of("assay:copy", x.dtype())
        .tensor("x", x)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  static KernelCase arguments(String label, Shape shape, long[] strides, Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", params(shape, strides));
  }

  private static StructValue params(Shape shape, long[] strides) {
    return PARAMS.value()
        .set("length", shape.elements())
        .set("rank", shape.rank())
        .setAll("shape", Strides.pad(shape.sizes(), MOST_AXES, 1))
        .setAll("strides", Strides.pad(strides, MOST_AXES, 0))
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    StridedIndex index = StridedIndex.of(params, "shape", "strides");
    MemorySegment x = dispatch.buffer("x").memory();
    MemorySegment out = dispatch.buffer("out").memory();
    int size = dispatch.dtype().sizeBytes();
    Blocks.forEach(dispatch, params.getLong("length"),
        (first, count) -> index.forEachRun(first, count,
            (position, offset, stride, length) -> {
              long target = (first + position) * size;
              if (stride == 1) {
                Bytes.copy(x, offset * size, out, target, (long) length * size);
                return;
              }
              for (int i = 0; i < length; i++) {
                Bytes.copy(x, (offset + i * stride) * size, out, target + (long) i * size,
                    size);
              }
            }));
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    Shape shape = StridedCase.shape(random, MOST_AXES);
    StridedCase x = StridedCase.of(random, shape);
    return arguments("shape=" + shape + " strides=" + x, shape, x.strides(),
        random.values(dtype, x.extent()));
  }
}
