package dev.assay.ops.reduce;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.Integers;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToLongFunction;

/** What kernels share that reduce dense [outer, axis, inner] along the middle axis to one element each. */
final class ReduceKernel {
  private ReduceKernel() {}

  /**
   * How elements are reduced.
   *
   * @param start the result over no floating-point elements
   * @param step the accumulated value and the next element
   * @param finish the accumulated value and the number of elements
   * @param integerStart the result over no integers of this type
   * @param integerStep the same as {@code step}
   */
  record Reduction(
      double start,
      DoubleBinaryOperator step,
      DoubleBinaryOperator finish,
      ToLongFunction<DType> integerStart,
      Integers.Operator integerStep) {}

  /** Elements of this type that a reduction makes sense of. */
  @FunctionalInterface
  interface Values {
    Elements make(CaseRandom random, DType dtype, long count);
  }

  /** The rest of a declaration, but for dtypes, numerics and golden cases. */
  static KernelDeclaration.Builder complete(
      KernelDeclaration.Builder kernel, Reduction reduction, Values values) {
    return kernel
        .buffer("x", Access.READ, "params.outer * params.axis * params.inner")
        .buffer("out", Access.WRITE_ALL, "params.outer * params.inner")
        .constant("params", AxisParams.LAYOUT)
        .work("params.outer * params.inner")
        .reducedLength("params.axis")
        .reference(dispatch -> run(dispatch, reduction))
        .cases((random, dtype) -> generate(random, dtype, values));
  }

  /** The reduction along these axes (none named: all), which are left out of the result or kept with size 1. */
  static Tensor call(
      TensorScope scope, String op, KernelDeclaration kernel, Tensor x, boolean keepDims,
      int... axes) {
    OpCheck check =
        OpCheck.of(op).operand("x", x).dtypeOf(kernel).indexable("x", x.shape());
    Optional<ReduceAxes> resolved = check.attempt(() -> ReduceAxes.of(x.shape(), axes));
    Optional<Shape> result = resolved
        .flatMap(found -> check.attempt(() -> found.result(x.shape(), keepDims)));
    result.ifPresent(shape -> check.indexable("the result", shape));
    check.finish();
    Tensor adjacent = resolved.orElseThrow().adjacent(x);
    long[] sizes = resolved.orElseThrow().sizes(adjacent.shape());
    StructValue params = AxisParams.of(sizes[0], sizes[1], sizes[2]);
    Tensor dense = Copy.contiguous(scope, adjacent);
    Tensor out = scope.empty(x.dtype(), result.orElseThrow());
    scope.run(KernelCall.of(kernel.name().toString(), x.dtype())
        .tensor("x", dense)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  static KernelCase arguments(String label, long outer, long axis, long inner, Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", AxisParams.of(outer, axis, inner));
  }

  /** A golden case of elements made by {@link Elements#of} or {@link Elements#ofLongs}. */
  static GoldenCase golden(
      String label, long outer, long axis, long inner, Elements x, Elements expected,
      String source) {
    return GoldenCase.of(arguments(label, outer, axis, inner, x), "out", expected, source);
  }

  private static void run(ReferenceDispatch dispatch, Reduction reduction) {
    StructValue params = dispatch.constant("params");
    long axis = params.getLong("axis");
    int inner = Math.toIntExact(params.getLong("inner"));
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    DType dtype = dispatch.dtype();
    dispatch.forEachRow(params.getLong("outer"), o -> {
      if (dtype.isFloat()) {
        double[] reduced = reduce(x, o, axis, inner, reduction);
        out.write(o * inner, reduced, 0, inner);
        return;
      }
      for (long j = 0; j < inner; j++) {
        long reduced = reduction.integerStart().applyAsLong(dtype);
        for (long i = 0; i < axis; i++) {
          long next = x.getLong((o * axis + i) * inner + j);
          reduced = reduction.integerStep().apply(dtype, reduced, next);
        }
        out.setLongBits(o * inner + j, reduced);
      }
    });
  }

  private static double[] reduce(
      Elements x, long outer, long axis, int inner, Reduction reduction) {
    double[] reduced = new double[inner];
    double[] row = new double[inner];
    Arrays.fill(reduced, reduction.start());
    for (long i = 0; i < axis; i++) {
      x.read((outer * axis + i) * inner, row, 0, inner);
      for (int j = 0; j < inner; j++) {
        reduced[j] = reduction.step().applyAsDouble(reduced[j], row[j]);
      }
    }
    for (int j = 0; j < inner; j++) {
      reduced[j] = reduction.finish().applyAsDouble(reduced[j], (double) axis);
    }
    return reduced;
  }

  private static KernelCase generate(CaseRandom random, DType dtype, Values values) {
    int outer = random.sizeOrEmpty(17);
    int axis = random.sizeOrEmpty(random.oneOf(5, 300));
    int inner = random.sizeOrEmpty(random.oneOf(1, 40, 300));
    return arguments("outer=" + outer + " axis=" + axis + " inner=" + inner, outer, axis, inner,
        values.make(random, dtype, (long) outer * axis * inner))
        .yieldingNonFinite(axis == 0);
  }

  /** Integers of their whole range, and floating-point numbers from −4 to 4, whose sums stay small. */
  static Elements smallValues(CaseRandom random, DType dtype, long count) {
    return dtype.isFloat() ? random.values(dtype, count, -4, 4) : random.values(dtype, count);
  }

  /** Values of every kind; of booleans those that decide an extreme are rare, lest every long row hold one. */
  static Elements extremes(CaseRandom random, DType dtype, long count, int decisive) {
    if (dtype != DType.BOOL) {
      return random.values(dtype, count);
    }
    Elements values = Elements.zeros(dtype, count);
    int oneIn = random.oneOf(2, 32, 512);
    for (long i = 0; i < count; i++) {
      values.setLong(i, random.between(1, oneIn) == 1 ? decisive : 1 - decisive);
    }
    return values;
  }
}
