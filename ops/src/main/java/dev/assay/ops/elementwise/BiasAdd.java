package dev.assay.ops.elementwise;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.ElementTypes;
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
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:bias_add}: out[r, c] = x[r, c] + bias[c] over dense rows. */
public final class BiasAdd {
  private static final StructLayout PARAMS = StructLayout.struct("BiasAddParams")
      .field("rows", DType.U32)
      .field("width", DType.U32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .floats(KernelDeclaration.named("assay:bias_add"), BinaryKernel.ROUNDED)
      .buffer("x", Access.READ, "params.rows * params.width")
      .buffer("bias", Access.READ, "params.width")
      .buffer("out", Access.WRITE_ALL, "params.rows * params.width")
      .constant("params", PARAMS)
      .inPlace("out", "x")
      .work("params.rows * params.width")
      .numerics("IEEE addition, rounded once")
      .reference(BiasAdd::run)
      .cases(BiasAdd::generate)
      .golden(BiasAddGolden.smallIntegers())
      .golden(BiasAddGolden.oneColumn())
      .golden(BiasAddGolden.roundedSums())
      .golden(BiasAddGolden.halves())
      .golden(BiasAddGolden.bfloats())
      .build();

  private BiasAdd() {}

  /** x + bias along the last axis, dense. */
  public static Tensor call(TensorScope scope, Tensor x, Tensor bias) {
    check("biasAdd", x, bias);
    return call(scope, Copy.contiguous(scope, x), bias, scope.empty(x.dtype(), x.shape()));
  }

  /** Adds the bias to a dense tensor that nobody else needs, and returns it. */
  public static Tensor inPlace(TensorScope scope, Tensor x, Tensor bias) {
    check("biasAdd", x, bias);
    return call(scope, x, bias, x);
  }

  private static void check(String op, Tensor x, Tensor bias) {
    OpCheck check = OpCheck.of(op).operand("x", x).operand("bias", bias).dtypeOf(DECLARATION);
    check.indexable("x", x.shape());
    if (check.rank("x", x, 1, Integer.MAX_VALUE)) {
      check.vector("bias", bias, x.shape().size(-1), "the last axis of x");
    }
    check.finish();
  }

  private static Tensor call(TensorScope scope, Tensor x, Tensor bias, Tensor out) {
    long width = x.shape().size(-1);
    scope.run(KernelCall.of("assay:bias_add", x.dtype())
        .tensor("x", x)
        .tensor("bias", Copy.contiguous(scope, bias))
        .tensor("out", out)
        .constant("params", params(x.shape().product(0, x.shape().rank() - 1), width)));
    return out;
  }

  static KernelCase arguments(String label, long rows, Elements x, Elements bias) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("bias", bias)
        .constant("params", params(rows, bias.length()));
  }

  private static StructValue params(long rows, long width) {
    return PARAMS.value().set("rows", rows).set("width", width).build();
  }

  private static void run(ReferenceDispatch dispatch) {
    double[] bias = dispatch.buffer("bias").toDoubles();
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(dispatch.constant("params").getLong("rows"), r -> {
      double[] row = new double[bias.length];
      x.read(r * bias.length, row, 0, bias.length);
      for (int c = 0; c < bias.length; c++) {
        row[c] += bias[c];
      }
      out.write(r * bias.length, row, 0, bias.length);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int rows = random.sizeOrEmpty(40);
    int width = random.sizeOrEmpty(300);
    return arguments("rows=" + rows + " width=" + width, rows,
        random.values(dtype, (long) rows * width),
        random.values(dtype, width));
  }
}
