package dev.assay.ops.reduce;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.reference.SortKeys;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Optional;

/** What {@code argmax} and {@code argmin} share: where along the middle axis of [outer, axis, inner] the extreme is. */
final class ArgKernel {
  private ArgKernel() {}

  /** The declaration but for golden cases. */
  static KernelDeclaration.Builder declare(String name, boolean largest) {
    return ElementTypes
        .integers(ElementTypes.floats(KernelDeclaration.named(name), Tolerance.exact()))
        .buffer("x", Access.READ, "params.outer * params.axis * params.inner")
        .buffer("out", DType.I32, Access.WRITE_ALL, "params.outer * params.inner")
        .constant("params", AxisParams.LAYOUT)
        .functionConstant("select_last", DType.BOOL)
        .work("params.outer * params.inner")
        .reducedLength("params.axis")
        .numerics(
            "of equal elements the lowest index, or the highest where select_last is true; NaN beats every number,"
                + " as in reduce_max and reduce_min; −0 equals +0; an empty axis is an error in the reference")
        .reference(dispatch -> run(dispatch, name, largest))
        .cases(ArgKernel::generate);
  }

  /** The index along an axis, int32; the axis is left out of the result or kept with size 1. */
  static Tensor call(
      TensorScope scope, String op, KernelDeclaration kernel, Tensor x, int axis,
      boolean keepDims, boolean selectLast) {
    OpCheck check =
        OpCheck.of(op).operand("x", x).dtypeOf(kernel).indexable("x", x.shape());
    Optional<ReduceAxes> resolved = check.attempt(() -> ReduceAxes.of(x.shape(), axis));
    resolved.ifPresent(found -> {
      long size = x.shape().size(axis);
      check.require(size > 0 || found.result(x.shape(), false).elements() == 0, () -> Problem
          .of(Codes.SHAPE_INVALID, "axis " + axis + " has no elements to choose from")
          .expected("at least 1", "0"));
      check.require(size <= 1L << 31, () -> Problem
          .of(Codes.INDEX_OVERFLOW, "axis " + axis + " is longer than an int32 index can reach")
          .expected("at most " + (1L << 31), Long.toString(size)));
    });
    check.finish();
    Shape result = resolved.orElseThrow().result(x.shape(), keepDims);
    StructValue params = AxisParams.of(x.shape(), x.shape().axis(axis));
    Tensor dense = Copy.contiguous(scope, x);
    Tensor out = scope.empty(DType.I32, result);
    scope.run(KernelCall.of(kernel.name().toString(), x.dtype())
        .tensor("x", dense)
        .tensor("out", out)
        .constant("params", params)
        .constant("select_last", AxisParams.flag(selectLast)));
    return out;
  }

  static GoldenCase golden(
      String label, long outer, long axis, long inner, boolean selectLast, Elements x,
      long[] expected, String source) {
    return GoldenCase.of(arguments(label, outer, axis, inner, selectLast, x), "out",
        Elements.ofLongs(DType.I32, expected), source);
  }

  private static KernelCase arguments(
      String label, long outer, long axis, long inner, boolean selectLast, Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", AxisParams.of(outer, axis, inner))
        .constant("select_last", AxisParams.flag(selectLast));
  }

  private static void run(ReferenceDispatch dispatch, String name, boolean largest) {
    StructValue params = dispatch.constant("params");
    long axis = params.getLong("axis");
    long inner = params.getLong("inner");
    boolean selectLast = dispatch.flag("select_last");
    if (axis == 0) {
      throw new InvalidInputException(Problem
          .of(Codes.SHAPE_INVALID, "the axis has no elements to choose from")
          .at(name)
          .expected("at least 1", "0"));
    }
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("outer") * inner, row -> {
      long first = row / inner * axis * inner + row % inner;
      long best = 0;
      long bestKey = key(x, first, largest);
      for (long i = 1; i < axis; i++) {
        long key = key(x, first + i * inner, largest);
        if (key > bestKey || (key == bestKey && selectLast)) {
          best = i;
          bestKey = key;
        }
      }
      out.setLong(row, best);
    });
  }

  /** What is to be largest. */
  private static long key(Elements x, long index, boolean largest) {
    long key = SortKeys.of(x, index);
    // Complement instead of minus: it has no overflow.
    return largest || (key == SortKeys.NAN && x.dtype().isFloat()) ? key : ~key;
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int outer = random.sizeOrEmpty(17);
    int axis = random.size(random.oneOf(5, 300));
    int inner = random.sizeOrEmpty(random.oneOf(1, 40, 300));
    boolean selectLast = random.flip();
    return arguments(
        "outer=" + outer + " axis=" + axis + " inner=" + inner + (selectLast ? " last" : ""),
        outer, axis, inner, selectLast, tied(random, dtype, (long) outer * axis * inner));
  }

  /** Values of which many are equal, or few. */
  static Elements tied(CaseRandom random, DType dtype, long count) {
    Elements values = random.values(dtype, count);
    if (random.flip()) {
      for (long i = 0; i < count; i++) {
        values.setDouble(i, random.between(0, 5));
      }
    }
    return values;
  }
}
