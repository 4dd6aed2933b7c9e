package dev.assay.ops.reduce;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Optional;

/** {@code assay:cumsum}: sums of all elements up to each one, along the middle axis of dense [outer, axis, inner]. */
public final class CumSum {
  /** As for a sum: terms may cancel. */
  private static final Tolerance F32 = Tolerance.of(1e-5).growing(Tolerance.Growth.SQRT);

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .integers(ElementTypes.floats(KernelDeclaration.named("assay:cumsum"), F32))
      // Accumulated in f32 and rounded once for each element.
      .dtype(DType.F16, Tolerance.of(1e-3))
      .dtype(DType.BF16, Tolerance.of(1e-2))
      .buffer("x", Access.READ, "params.outer * params.axis * params.inner")
      .buffer("out", Access.WRITE_ALL, "params.outer * params.axis * params.inner")
      .constant("params", AxisParams.LAYOUT)
      .functionConstant("exclusive", DType.BOOL)
      .functionConstant("reverse", DType.BOOL)
      .work("params.outer * params.axis * params.inner")
      .reducedLength("params.axis")
      .numerics(
          "any order of accumulation; exclusive leaves the element itself out, reverse sums from the end; integers"
              + " wrap; NaN and infinities reach every later element")
      .reference(CumSum::run)
      .cases(CumSum::generate)
      .golden(CumSumGolden.onnxColumns())
      .golden(CumSumGolden.onnxExclusive())
      .golden(CumSumGolden.onnxIntegersExclusive())
      .golden(CumSumGolden.reverse())
      .golden(CumSumGolden.reverseExclusiveOfBytes())
      .golden(CumSumGolden.halves())
      .build();

  private CumSum() {}

  /** The sums along an axis, of x's shape. */
  public static Tensor call(
      TensorScope scope, Tensor x, int axis, boolean exclusive, boolean reverse) {
    OpCheck check =
        OpCheck.of("cumsum").operand("x", x).dtypeOf(DECLARATION).indexable("x", x.shape());
    Optional<Integer> resolved = check.attempt(() -> x.shape().axis(axis));
    check.finish();
    StructValue params = AxisParams.of(x.shape(), resolved.orElseThrow());
    Tensor dense = Copy.contiguous(scope, x);
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(KernelCall.of("assay:cumsum", x.dtype())
        .tensor("x", dense)
        .tensor("out", out)
        .constant("params", params)
        .constant("exclusive", AxisParams.flag(exclusive))
        .constant("reverse", AxisParams.flag(reverse)));
    return out;
  }

  static KernelCase arguments(
      String label, long outer, long axis, long inner, boolean exclusive, boolean reverse,
      Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", AxisParams.of(outer, axis, inner))
        .constant("exclusive", AxisParams.flag(exclusive))
        .constant("reverse", AxisParams.flag(reverse));
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long axis = params.getLong("axis");
    long inner = params.getLong("inner");
    boolean exclusive = dispatch.flag("exclusive");
    boolean reverse = dispatch.flag("reverse");
    boolean floats = dispatch.dtype().isFloat();
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("outer") * inner, row -> {
      long first = row / inner * axis * inner + row % inner;
      double sum = 0;
      long integerSum = 0;
      for (long step = 0; step < axis; step++) {
        long at = first + (reverse ? axis - 1 - step : step) * inner;
        double before = sum;
        long integerBefore = integerSum;
        if (floats) {
          sum += x.getDouble(at);
          out.setDouble(at, exclusive ? before : sum);
        } else {
          integerSum += x.getLong(at);
          out.setLongBits(at, exclusive ? integerBefore : integerSum);
        }
      }
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int outer = random.sizeOrEmpty(17);
    int axis = random.sizeOrEmpty(random.oneOf(5, 300));
    int inner = random.sizeOrEmpty(random.oneOf(1, 16));
    boolean exclusive = random.flip();
    boolean reverse = random.flip();
    return arguments(
        "outer=" + outer + " axis=" + axis + " inner=" + inner + (exclusive ? " exclusive" : "")
            + (reverse ? " reverse" : ""),
        outer, axis, inner, exclusive, reverse,
        ReduceKernel.smallValues(random, dtype, (long) outer * axis * inner));
  }
}
