package dev.assay.ops.elementwise;

import dev.assay.ops.reference.Blocks;
import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.reference.StridedCase;
import dev.assay.ops.reference.StridedIndex;
import dev.assay.ops.shape.OpCheck;
import dev.assay.ops.shape.Strides;
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
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Optional;

/**
 * What all binary elementwise kernels share: out[i] = a[i] ∘ b[i] over a shape of at most 8 axes, where strides of
 * {@code a} and {@code b} say how each broadcasts (0 repeats) and {@code out} is dense.
 */
final class BinaryKernel {
  private static final int MOST_AXES = OpCheck.MOST_AXES;

  /**
   * One rounding of an exact operation leaves half a unit in the last place of f32, 6e-8; devices that flush subnormal
   * numbers to zero add the floor.
   */
  static final Tolerance ROUNDED = Tolerance.of(1e-6).withFloor(1e-37);

  private static final StructLayout PARAMS = StructLayout.struct("BinaryParams")
      .field("length", DType.U32)
      .field("rank", DType.U32)
      .array("shape", DType.U32, MOST_AXES)
      .array("a_strides", DType.U64, MOST_AXES)
      .array("b_strides", DType.U64, MOST_AXES)
      .build();

  private BinaryKernel() {}

  /** The operation itself, on a block at a time so that the loop knows it and no call is made per element. */
  @FunctionalInterface
  interface BlockOperator {
    /** Replaces a[i] by a[i] ∘ b[i] for i below {@code count}. */
    void apply(double[] a, double[] b, int count);
  }

  /** The operation on integers of one type. */
  @FunctionalInterface
  interface IntegerOperator {
    /** a ∘ b, of which the low bits count: arithmetic wraps. U64 comes as its bits. */
    long apply(DType dtype, long a, long b);
  }

  /** Operands that an operation is defined for. */
  @FunctionalInterface
  interface Operands {
    /** Elements of this type, as many as asked for. */
    Elements make(CaseRandom random, DType dtype, long count);
  }

  /** The declaration for floating-point and integer types, but for numerics and golden cases. */
  static KernelDeclaration.Builder declare(
      String name, Tolerance f32, BlockOperator floats, IntegerOperator integers) {
    return ElementTypes.integers(ElementTypes.floats(KernelDeclaration.named(name), f32))
        .buffer("a", Access.READ, "extent(params.shape, params.a_strides)")
        .buffer("b", Access.READ, "extent(params.shape, params.b_strides)")
        .buffer("out", Access.WRITE_ALL, "params.length")
        .constant("params", PARAMS)
        .inPlace("out", "a", "isDense(params.shape, params.a_strides)")
        .inPlace("out", "b", "isDense(params.shape, params.b_strides)")
        .work("params.length")
        .reference(dispatch -> run(dispatch, floats, integers))
        .cases((random, dtype) -> generate(random, dtype, CaseRandom::values, CaseRandom::values));
  }

  /** a ∘ b of the shape that both broadcast to. */
  static Tensor call(TensorScope scope, String op, KernelDeclaration kernel, Tensor a, Tensor b) {
    OpCheck check = OpCheck.of(op).operand("a", a).operand("b", b).dtypeOf(kernel);
    check.rank("a", a, 0, MOST_AXES);
    check.rank("b", b, 0, MOST_AXES);
    Optional<Shape> broadcast = check.attempt(() -> a.shape().broadcast(b.shape()));
    broadcast.ifPresent(shape -> check.indexable("the result", shape));
    check.finish();
    Shape shape = broadcast.orElseThrow();
    StructValue params = params(shape, Strides.broadcast(a, shape), Strides.broadcast(b, shape));
    Tensor out = scope.empty(a.dtype(), shape);
    scope.run(KernelCall.of(kernel.name().toString(), a.dtype())
        .tensor("a", a)
        .tensor("b", b)
        .tensor("out", out)
        .constant("params", params));
    return out;
  }

  /** A golden case in f32; each operand lies dense and its strides broadcast it to {@code shape}. */
  static GoldenCase golden(
      String label, Shape shape, long[] aStrides, double[] a, long[] bStrides, double[] b,
      double[] expected,
      String source) {
    KernelCase input = arguments(label, shape, aStrides, Elements.of(DType.F32, a), bStrides,
        Elements.of(DType.F32, b));
    return GoldenCase.of(input, "out", Elements.of(DType.F32, expected), source);
  }

  /** A golden case of pairs of one type, given as {@link Elements#of} or {@link Elements#ofLongs} makes them. */
  static GoldenCase golden(
      String label, Elements a, Elements b, Elements expected, String source) {
    long[] dense = {1};
    return GoldenCase.of(arguments(label, Shape.of(a.length()), dense, a, dense, b), "out",
        expected, source);
  }

  private static KernelCase arguments(
      String label, Shape shape, long[] aStrides, Elements a, long[] bStrides, Elements b) {
    return KernelCase.labelled(label, a.dtype())
        .input("a", a)
        .input("b", b)
        .constant("params", params(shape, aStrides, bStrides));
  }

  private static StructValue params(Shape shape, long[] aStrides, long[] bStrides) {
    return PARAMS.value()
        .set("length", shape.elements())
        .set("rank", shape.rank())
        .setAll("shape", Strides.pad(shape.sizes(), MOST_AXES, 1))
        .setAll("a_strides", Strides.pad(aStrides, MOST_AXES, 0))
        .setAll("b_strides", Strides.pad(bStrides, MOST_AXES, 0))
        .build();
  }

  private static void run(
      ReferenceDispatch dispatch, BlockOperator floats, IntegerOperator integers) {
    StructValue params = dispatch.constant("params");
    StridedIndex aIndex = StridedIndex.of(params, "shape", "a_strides");
    StridedIndex bIndex = StridedIndex.of(params, "shape", "b_strides");
    Elements a = dispatch.buffer("a");
    Elements b = dispatch.buffer("b");
    Elements out = dispatch.buffer("out");
    Blocks.forEach(dispatch, params.getLong("length"), (first, count) -> {
      if (dispatch.dtype().isFloat()) {
        double[] left = new double[count];
        double[] right = new double[count];
        aIndex.read(a, first, count, left);
        bIndex.read(b, first, count, right);
        floats.apply(left, right, count);
        out.write(first, left, 0, count);
      } else {
        long[] left = new long[count];
        long[] right = new long[count];
        aIndex.read(a, first, count, left);
        bIndex.read(b, first, count, right);
        for (int i = 0; i < count; i++) {
          out.setLongBits(first + i, integers.apply(dispatch.dtype(), left[i], right[i]));
        }
      }
    });
  }

  /** A case with these operands. */
  static KernelCase generate(CaseRandom random, DType dtype, Operands left, Operands right) {
    Shape shape = StridedCase.shape(random, MOST_AXES);
    StridedCase a = StridedCase.of(random, shape);
    StridedCase b = StridedCase.of(random, shape);
    return arguments("shape=" + shape + " a_strides=" + a + " b_strides=" + b, shape,
        a.strides(), left.make(random, dtype, a.extent()),
        b.strides(), right.make(random, dtype, b.extent()));
  }
}
