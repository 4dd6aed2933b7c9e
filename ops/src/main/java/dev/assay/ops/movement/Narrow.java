package dev.assay.ops.movement;

import dev.assay.ops.reference.ElementTypes;
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
import java.lang.foreign.MemorySegment;

/**
 * {@code assay:narrow}: out[o, j, i] = x[o, start + j, i]: a range of the middle axis of dense [outer, axis, inner]. {@link
 * Views#narrow} moves nothing and is what operations use; the kernel is for schedules, where {@code start} can be
 * patched.
 */
public final class Narrow {
  private static final StructLayout PARAMS = StructLayout.struct("NarrowParams")
      .field("outer", DType.U32)
      .field("axis", DType.U32)
      .field("inner", DType.U32)
      .field("start", DType.U32)
      .field("length", DType.U32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .all(KernelDeclaration.named("assay:narrow"))
      // A range that reaches outside makes this longer than any x that fits the sizes.
      .buffer("x", Access.READ,
          "params.outer * max(params.axis, params.start + params.length) * params.inner")
      .buffer("out", Access.WRITE_ALL, "params.outer * params.length * params.inner")
      .constant("params", PARAMS)
      .work("params.outer * params.length * params.inner")
      .numerics("the bits move unchanged")
      .reference(Narrow::run)
      .cases(Narrow::generate)
      .golden(NarrowGolden.onnxSplitSecondPart())
      .golden(NarrowGolden.middleOfRows())
      .golden(NarrowGolden.oddBytes())
      .build();

  private Narrow() {}

  static KernelCase arguments(
      String label, long outer, long axis, long inner, long start, long length, Elements x) {
    StructValue params = PARAMS.value()
        .set("outer", outer)
        .set("axis", axis)
        .set("inner", inner)
        .set("start", start)
        .set("length", length)
        .build();
    return KernelCase.labelled(label, x.dtype()).input("x", x).constant("params", params);
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long sliceBytes = params.getLong("inner") * dispatch.dtype().sizeBytes();
    long axis = params.getLong("axis");
    long start = params.getLong("start");
    long length = params.getLong("length");
    MemorySegment x = dispatch.buffer("x").memory();
    MemorySegment out = dispatch.buffer("out").memory();
    dispatch.forEachRow(params.getLong("outer"), o -> Bytes.copy(
        x, (o * axis + start) * sliceBytes, out, o * length * sliceBytes, length * sliceBytes));
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int outer = random.sizeOrEmpty(17);
    int axis = random.sizeOrEmpty(random.oneOf(5, 65));
    int inner = random.sizeOrEmpty(random.oneOf(1, 40));
    int start = random.between(0, axis);
    int length = random.between(0, axis - start);
    return arguments(
        "outer=" + outer + " axis=" + axis + " inner=" + inner + " from " + start + " length "
            + length,
        outer, axis, inner, start, length, random.values(dtype, (long) outer * axis * inner));
  }
}
