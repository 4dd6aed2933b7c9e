package dev.assay.ops.elementwise;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.Blocks;
import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.GoldenCase;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;

/** What all unary elementwise kernels share: out[i] = f(x[i]) over dense elements, in place or not. */
public final class UnaryKernel {
  private static final int MOST = 3000;

  private UnaryKernel() {}

  /** The function itself, on a block at a time so that the loop knows it and no call is made per element. */
  @FunctionalInterface
  public interface BlockFunction {
    /** Replaces x[i] by f(x[i]) for i below {@code count}. */
    void apply(double[] x, int count);
  }

  /** The declaration but for dtypes, numerics, cases and golden cases. */
  public static KernelDeclaration.Builder declare(String name, BlockFunction function) {
    return KernelDeclaration.named(name)
        .buffer("x", Access.READ, "length")
        .buffer("out", Access.WRITE_ALL, "length")
        .constant("length", StructLayout.scalar(DType.U32))
        .inPlace("out", "x")
        .work("length")
        .reference(dispatch -> run(dispatch, function));
  }

  /** The declaration for the floating-point types, but for numerics and golden cases; cases span a range. */
  static KernelDeclaration.Builder declare(
      String name, Tolerance f32, double low, double high, BlockFunction function) {
    return ElementTypes.floats(declare(name, function), f32)
        .cases((random, dtype) -> generate(random, dtype, low, high));
  }

  /** f(x), dense. */
  public static Tensor call(TensorScope scope, String op, KernelDeclaration kernel, Tensor x) {
    OpCheck.of(op).operand("x", x).dtypeOf(kernel).indexable("x", x.shape()).finish();
    StructValue length = StructValue.ofLong(DType.U32, x.shape().elements());
    Tensor dense = Copy.contiguous(scope, x);
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(KernelCall.of(kernel.name().toString(), x.dtype())
        .tensor("x", dense)
        .tensor("out", out)
        .constant("length", length));
    return out;
  }

  /** A case on these elements. */
  public static KernelCase arguments(String label, Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("length", StructValue.ofLong(DType.U32, x.length()));
  }

  /** A golden case in f32. */
  public static GoldenCase golden(String label, double[] x, double[] expected, String source) {
    return golden(DType.F32, label, x, expected, source);
  }

  /** A golden case in this type, to which all values are rounded. */
  public static GoldenCase golden(
      DType dtype, String label, double[] x, double[] expected, String source) {
    return GoldenCase.of(
        arguments(label, Elements.of(dtype, x)), "out", Elements.of(dtype, expected), source);
  }

  private static KernelCase generate(CaseRandom random, DType dtype, double low, double high) {
    int length = random.flip() ? random.between(1000, MOST) : random.sizeOrEmpty(300);
    return arguments("length=" + length, random.values(dtype, length, low, high));
  }

  private static void run(ReferenceDispatch dispatch, BlockFunction function) {
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    Blocks.forEach(dispatch, dispatch.constant("length").getLong(""), (first, count) -> {
      double[] block = new double[count];
      x.read(first, block, 0, count);
      function.apply(block, count);
      out.write(first, block, 0, count);
    });
  }
}
