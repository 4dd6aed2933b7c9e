package dev.assay.ops.activation;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.Blocks;
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
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** {@code assay:silu_mul}: silu(gate) · up over dense elements, the gated form of llama networks (SwiGLU). */
public final class SiluMul {
  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:silu_mul")
      .buffer("gate", Access.READ, "length")
      .buffer("up", Access.READ, "length")
      .buffer("out", Access.WRITE_ALL, "length")
      .constant("length", StructLayout.scalar(DType.U32))
      .dtype(DType.F32, Silu.F32.withFloor(1e-6))
      .dtype(DType.F16, Silu.F16.withFloor(1e-5))
      .dtype(DType.BF16, Silu.BF16.withFloor(1e-6))
      .inPlace("out", "gate")
      .inPlace("out", "up")
      .work("length")
      .numerics("silu(gate) is not rounded before the product; a gate of −infinity gives −0 · up")
      .reference(SiluMul::run)
      .cases(SiluMul::generate)
      .golden(SiluMulGolden.onnxSwiglu())
      .golden(SiluMulGolden.gatesOfBothSigns())
      .golden(SiluMulGolden.onnxSwigluInHalves())
      .golden(SiluMulGolden.bfloats())
      .build();

  private SiluMul() {}

  /** silu(gate) · up, dense. */
  public static Tensor call(TensorScope scope, Tensor gate, Tensor up) {
    OpCheck check = OpCheck.of("siluMul")
        .operand("gate", gate)
        .operand("up", up)
        .dtypeOf(DECLARATION)
        .indexable("gate", gate.shape());
    check.require(gate.shape().equals(up.shape()), () -> Problem
        .of(Codes.SHAPE_INVALID, "up has another shape than gate")
        .expected(gate.shape().toString(), up.shape().toString())
        .remedy("check that both are projections of the same rows"));
    check.finish();
    StructValue length = StructValue.ofLong(DType.U32, gate.shape().elements());
    Tensor denseGate = Copy.contiguous(scope, gate);
    Tensor denseUp = Copy.contiguous(scope, up);
    Tensor out = scope.empty(gate.dtype(), gate.shape());
    scope.run(KernelCall.of("assay:silu_mul", gate.dtype())
        .tensor("gate", denseGate)
        .tensor("up", denseUp)
        .tensor("out", out)
        .constant("length", length));
    return out;
  }

  static KernelCase arguments(String label, Elements gate, Elements up) {
    return KernelCase.labelled(label, gate.dtype())
        .input("gate", gate)
        .input("up", up)
        .constant("length", StructValue.ofLong(DType.U32, gate.length()));
  }

  private static void run(ReferenceDispatch dispatch) {
    Elements gate = dispatch.buffer("gate");
    Elements up = dispatch.buffer("up");
    Elements out = dispatch.buffer("out");
    Blocks.forEach(dispatch, dispatch.constant("length").getLong(""), (first, count) -> {
      double[] result = new double[count];
      double[] factors = new double[count];
      gate.read(first, result, 0, count);
      up.read(first, factors, 0, count);
      Silu.apply(result, count);
      for (int i = 0; i < count; i++) {
        result[i] *= factors[i];
      }
      out.write(first, result, 0, count);
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int length = random.flip() ? random.between(1000, 3000) : random.sizeOrEmpty(300);
    return arguments("length=" + length, random.values(dtype, length, -12, 12),
        random.values(dtype, length, -4, 4));
  }
}
