package dev.assay.ops.softmax;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.shape.OpCheck;
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
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;

/**
 * {@code assay:softmax_cross_entropy}: for each dense row the loss −Σ targets · log softmax(x), with a target for every
 * class.
 */
public final class SoftmaxCrossEntropy {
  private static final StructLayout PARAMS = StructLayout.struct("SoftmaxCrossEntropyParams")
      .field("rows", DType.U32)
      .field("width", DType.U32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION =
      KernelDeclaration.named("assay:softmax_cross_entropy")
          .buffer("x", Access.READ, "params.rows * params.width")
          .buffer("targets", Access.READ, "params.rows * params.width")
          .buffer("out", Access.WRITE_ALL, "params.rows")
          .constant("params", PARAMS)
          .dtype(DType.F32, Tolerance.of(1e-5))
          .dtype(DType.F16, Tolerance.of(1e-3))
          .dtype(DType.BF16, Tolerance.of(1e-2).withFloor(1e-3))
          // An empty row has a loss too: 0.
          .work("params.rows * max(params.width, 1)")
          .reducedLength("params.width")
          .numerics(
              "the row's maximum is subtracted first; a target of 0 contributes nothing, whatever its logit; targets"
                  + " need not sum to 1; +infinity or NaN makes the loss NaN")
          .reference(SoftmaxCrossEntropy::run)
          .cases(SoftmaxCrossEntropy::generate)
          .golden(SoftmaxCrossEntropyGolden.hardTargets())
          .golden(SoftmaxCrossEntropyGolden.softTargets())
          .golden(SoftmaxCrossEntropyGolden.maskedClassesAndEmptyTargets())
          .golden(SoftmaxCrossEntropyGolden.halves())
          .golden(SoftmaxCrossEntropyGolden.bfloats())
          .build();

  private SoftmaxCrossEntropy() {}

  /** The loss of each row: x and targets [..., classes], the result [...]. */
  public static Tensor call(TensorScope scope, Tensor x, Tensor targets) {
    OpCheck check = OpCheck.of("softmaxCrossEntropy")
        .operand("x", x)
        .operand("targets", targets)
        .dtypeOf(DECLARATION)
        .indexable("x", x.shape());
    check.rank("x", x, 1, Integer.MAX_VALUE);
    check.require(x.shape().equals(targets.shape()), () -> Problem
        .of(Codes.SHAPE_INVALID, "targets have another shape than x")
        .expected(x.shape().toString(), targets.shape().toString())
        .remedy("give every class a target, 0 or 1 for a single right one"));
    check.finish();
    long[] sizes = x.shape().sizes();
    Shape rows = Shape.of(Arrays.copyOf(sizes, sizes.length - 1));
    StructValue params = params(rows.elements(), x.shape().size(-1));
    Tensor dense = Copy.contiguous(scope, x);
    Tensor denseTargets = Copy.contiguous(scope, targets);
    Tensor out = scope.empty(x.dtype(), rows);
    scope.run(KernelCall.of("assay:softmax_cross_entropy", x.dtype())
        .tensor("x", dense)
        .tensor("targets", denseTargets)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  static KernelCase arguments(String label, long rows, long width, Elements x, Elements targets) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("targets", targets)
        .constant("params", params(rows, width));
  }

  private static StructValue params(long rows, long width) {
    return PARAMS.value().set("rows", rows).set("width", width).build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    int width = Math.toIntExact(params.getLong("width"));
    Elements x = dispatch.buffer("x");
    Elements targets = dispatch.buffer("targets");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("rows"), r -> {
      double[] logarithms = new double[width];
      double[] shares = new double[width];
      x.read(r * width, logarithms, 0, width);
      targets.read(r * width, shares, 0, width);
      LogSoftmax.normalize(logarithms);
      double loss = 0;
      for (int i = 0; i < width; i++) {
        // 0 · −infinity would be NaN, and NaN must stay NaN.
        if (shares[i] != 0 || Double.isNaN(logarithms[i])) {
          loss -= shares[i] * logarithms[i];
        }
      }
      out.setDouble(r, loss);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int rows = random.sizeOrEmpty(random.oneOf(3, 33));
    int width = random.sizeOrEmpty(random.oneOf(3, 300));
    Elements targets = Elements.zeros(dtype, (long) rows * width);
    boolean hard = random.flip();
    for (int r = 0; r < rows && width > 0; r++) {
      int right = random.between(0, width - 1);
      for (int c = 0; c < width; c++) {
        targets.setDouble((long) r * width + c,
            hard ? (c == right ? 1 : 0) : random.uniform(0, 2.0 / width));
      }
    }
    return arguments("rows=" + rows + " width=" + width + " hard=" + hard, rows, width,
        random.values(dtype, (long) rows * width, -8, 8), targets);
  }
}
