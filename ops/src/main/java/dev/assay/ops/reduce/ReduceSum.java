package dev.assay.ops.reduce;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
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
import java.util.Optional;

/** {@code assay:reduce_sum}: out[o, j] = Σᵢ x[o, i, j] over dense [outer, axis, inner]. */
public final class ReduceSum {
  private static final StructLayout PARAMS = StructLayout.struct("ReduceParams")
      .field("outer", DType.U32)
      .field("axis", DType.U32)
      .field("inner", DType.U32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:reduce_sum")
      .buffer("x", Access.READ, "params.outer * params.axis * params.inner")
      .buffer("out", Access.WRITE_ALL, "params.outer * params.inner")
      .constant("params", PARAMS)
      .dtype(DType.F32, Tolerance.of(1e-5).growing(Tolerance.Growth.SQRT))
      .work("params.outer * params.inner")
      .reducedLength("params.axis")
      .numerics("any order of accumulation; an empty axis gives 0")
      .reference(ReduceSum::run)
      .cases(ReduceSum::generate)
      .golden(ReduceSumGolden.onnxMiddleAxis())
      .golden(ReduceSumGolden.onnxEmptyAxis())
      .golden(ReduceSumGolden.lastAxisCancels())
      .build();

  private ReduceSum() {}

  /** The sum along an axis, which is left out of the result or kept with size 1. */
  public static Tensor call(TensorScope scope, Tensor x, int axis, boolean keepDims) {
    OpCheck check =
        OpCheck.of("reduceSum").operand("x", x).dtypeOf(DECLARATION).indexable("x", x.shape());
    Optional<Integer> resolved = check.attempt(() -> x.shape().axis(axis));
    Optional<Shape> result =
        resolved.flatMap(at -> check.attempt(() -> resultShape(x.shape(), at, keepDims)));
    result.ifPresent(shape -> check.indexable("the result", shape));
    check.finish();
    int at = resolved.orElseThrow();
    Shape shape = x.shape();
    StructValue params =
        params(shape.product(0, at), shape.size(at), shape.product(at + 1, shape.rank()));
    Tensor dense = Copy.contiguous(scope, x);
    Tensor out = scope.empty(x.dtype(), result.orElseThrow());
    scope.run(KernelCall.of("assay:reduce_sum", x.dtype())
        .tensor("x", dense)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  private static Shape resultShape(Shape shape, int axis, boolean keepDims) {
    if (keepDims) {
      return shape.with(axis, 1);
    }
    long[] sizes = new long[shape.rank() - 1];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = shape.size(i < axis ? i : i + 1);
    }
    return Shape.of(sizes);
  }

  static KernelCase arguments(String label, long outer, long axis, long inner, Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", params(outer, axis, inner));
  }

  private static StructValue params(long outer, long axis, long inner) {
    return PARAMS.value().set("outer", outer).set("axis", axis).set("inner", inner).build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long axis = params.getLong("axis");
    int inner = Math.toIntExact(params.getLong("inner"));
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("outer"), o -> {
      double[] sum = new double[inner];
      double[] row = new double[inner];
      for (long i = 0; i < axis; i++) {
        x.read((o * axis + i) * inner, row, 0, inner);
        for (int j = 0; j < inner; j++) {
          sum[j] += row[j];
        }
      }
      out.write(o * inner, sum, 0, inner);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int outer = random.sizeOrEmpty(17);
    int axis = random.sizeOrEmpty(random.oneOf(5, 300));
    int inner = random.sizeOrEmpty(random.oneOf(1, 40, 300));
    return arguments("outer=" + outer + " axis=" + axis + " inner=" + inner, outer, axis, inner,
        random.values(dtype, (long) outer * axis * inner, -4, 4));
  }
}
