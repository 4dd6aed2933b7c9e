package dev.assay.ops.elementwise;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.Blocks;
import dev.assay.ops.reference.ElementTypes;
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
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:clip}: x, but no less than {@code low} and no more than {@code high}. */
public final class Clip {
  private static final StructLayout PARAMS = StructLayout.struct("ClipParams")
      .field("length", DType.U32)
      .field("low", DType.F32)
      .field("high", DType.F32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .floats(KernelDeclaration.named("assay:clip"), Tolerance.exact())
      .buffer("x", Access.READ, "params.length")
      .buffer("out", Access.WRITE_ALL, "params.length")
      .constant("params", PARAMS)
      .inPlace("out", "x")
      .work("params.length")
      .numerics(
          "min(max(x, low), high) in f32, so that high holds where low is above it; 16-bit types round the bound;"
              + " NaN stays NaN")
      .reference(Clip::run)
      .cases(Clip::generate)
      .golden(ClipGolden.onnxExample())
      .golden(ClipGolden.onnxLowAboveHigh())
      .golden(ClipGolden.openBounds())
      .golden(ClipGolden.halves())
      .golden(ClipGolden.bfloats())
      .build();

  private Clip() {}

  /** x between the bounds, dense; an infinite bound is none. */
  public static Tensor call(TensorScope scope, Tensor x, double low, double high) {
    OpCheck check = OpCheck.of("clip").operand("x", x).dtypeOf(DECLARATION);
    check.indexable("x", x.shape())
        .require(!Double.isNaN(low) && !Double.isNaN(high), () -> Problem
            .of(Codes.SHAPE_INVALID, "a bound is no number")
            .expected("two numbers or infinities", low + " and " + high)
            .remedy("pass an infinity for a bound that does not bind"));
    check.finish();
    StructValue params = params(x.shape().elements(), low, high);
    Tensor dense = Copy.contiguous(scope, x);
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(KernelCall.of("assay:clip", x.dtype())
        .tensor("x", dense)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  static KernelCase arguments(String label, double low, double high, Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", params(x.length(), low, high));
  }

  private static StructValue params(long length, double low, double high) {
    return PARAMS.value().set("length", length).set("low", low).set("high", high).build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    double low = params.getDouble("low");
    double high = params.getDouble("high");
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    Blocks.forEach(dispatch, params.getLong("length"), (first, count) -> {
      double[] block = new double[count];
      x.read(first, block, 0, count);
      for (int i = 0; i < count; i++) {
        block[i] = Math.min(Math.max(block[i], low), high);
      }
      out.write(first, block, 0, count);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int length = random.flip() ? random.between(1000, 3000) : random.sizeOrEmpty(300);
    double low = random.oneOf(Double.NEGATIVE_INFINITY, -0.5, 0.0, random.uniform(-2, 2));
    double high = random.oneOf(Double.POSITIVE_INFINITY, 0.75, 6.0, random.uniform(-2, 2));
    return arguments("length=" + length + " from " + low + " to " + high, low, high,
        random.values(dtype, length));
  }
}
