package dev.assay.ops.movement;

import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
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
import java.util.List;
import java.util.Optional;

/**
 * {@code assay:concat}: out[o, start + j, i] = x[o, j, i] over dense [outer, axis, inner]: one part of a concatenation; the
 * rest of {@code out} keeps its values.
 */
public final class Concat {
  private static final StructLayout PARAMS = StructLayout.struct("ConcatParams")
      .field("outer", DType.U32)
      .field("axis", DType.U32)
      .field("inner", DType.U32)
      .field("start", DType.U32)
      .field("length", DType.U32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .all(KernelDeclaration.named("assay:concat"))
      .buffer("x", Access.READ, "params.outer * params.length * params.inner")
      .buffer("out", Access.WRITE_SOME,
          "params.outer * max(params.axis, params.start + params.length) * params.inner")
      .constant("params", PARAMS)
      .work("params.outer * params.length * params.inner")
      .numerics("the bits move unchanged")
      .reference(Concat::run)
      .cases(Concat::generate)
      .golden(ConcatGolden.onnxSecondPart())
      .golden(ConcatGolden.middleOfRows())
      .golden(ConcatGolden.oddBytes())
      .build();

  private Concat() {}

  /** The tensors one after the other along an axis; all other sizes must be equal. */
  public static Tensor call(TensorScope scope, List<Tensor> parts, int axis) {
    OpCheck check = OpCheck.of("concat");
    check.require(!parts.isEmpty(), () -> Problem
        .of(Codes.SHAPE_INVALID, "nothing is to be concatenated")
        .expected("at least one tensor", "none"));
    check.finish();
    for (int i = 0; i < parts.size(); i++) {
      check.operand("part" + i, parts.get(i));
    }
    check.dtypeOf(DECLARATION);
    Shape first = parts.getFirst().shape();
    Optional<Integer> resolved = check.attempt(() -> first.axis(axis));
    Optional<Shape> result =
        resolved.flatMap(at -> check.attempt(() -> resultShape(parts, at)));
    result.ifPresent(shape -> check.indexable("the result", shape));
    check.finish();
    int at = resolved.orElseThrow();
    Shape shape = result.orElseThrow();
    long outer = shape.product(0, at);
    long inner = shape.product(at + 1, shape.rank());
    Tensor out = scope.empty(parts.getFirst().dtype(), shape);
    begin(scope, parts.getFirst(), out, Shape.of(outer, shape.size(at), inner));
    long start = first.size(at);
    for (Tensor part : parts.subList(1, parts.size())) {
      long length = part.shape().size(at);
      scope.run(KernelCall.of("assay:concat", out.dtype())
          .tensor("x", Copy.contiguous(scope, part))
          .tensor("out", out)
          .constant("params", params(outer, shape.size(at), inner, start, length)));
      start += length;
    }
    return out;
  }

  /**
   * Writes the first part, and zeros behind it where the others will be: the kernel writes one part and leaves the rest as
   * it was, and what nobody wrote is not to be taken over.
   */
  private static void begin(TensorScope scope, Tensor first, Tensor out, Shape rows) {
    long slice = rows.size(0) * rows.size(2);
    long own = slice == 0 ? 0 : first.shape().elements() / slice;
    Tensor part = Views.reshape(scope, first, rows.size(0), own, rows.size(2));
    Tensor zero = scope.tensor(Elements.zeros(first.dtype(), 1), Shape.of(1));
    Pad.run(scope, part, new long[3], rows, zero, out);
  }

  private static Shape resultShape(List<Tensor> parts, int axis) {
    Shape first = parts.getFirst().shape();
    long size = 0;
    for (int i = 0; i < parts.size(); i++) {
      Shape shape = parts.get(i).shape();
      if (shape.rank() != first.rank()
          || !shape.with(axis, 0).equals(first.with(axis, 0))) {
        throw new InvalidCallException(Problem
            .of(Codes.SHAPE_INVALID, "part" + i + " does not fit part0")
            .expected(first + " but for axis " + axis, shape.toString())
            .remedy("reshape it, or concatenate along another axis"));
      }
      size += shape.size(axis);
      if (size < 0) {
        throw new InvalidCallException(Problem
            .of(Codes.INDEX_OVERFLOW, "the size of axis " + axis + " does not fit 64 bits"));
      }
    }
    return first.with(axis, size);
  }

  static KernelCase arguments(
      String label, long outer, long axis, long inner, long start, Elements x, Elements before) {
    long slice = outer * inner;
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("out", before)
        .constant("params",
            params(outer, axis, inner, start, slice == 0 ? 0 : x.length() / slice));
  }

  private static StructValue params(
      long outer, long axis, long inner, long start, long length) {
    return PARAMS.value()
        .set("outer", outer)
        .set("axis", axis)
        .set("inner", inner)
        .set("start", start)
        .set("length", length)
        .build();
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
        x, o * length * sliceBytes, out, (o * axis + start) * sliceBytes, length * sliceBytes));
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
        outer, axis, inner, start,
        random.values(dtype, (long) outer * length * inner),
        random.values(dtype, (long) outer * axis * inner));
  }
}
