package dev.assay.ops.reduce;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.reference.SortKeys;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.Bytes;
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
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * {@code assay:top_k}: the k largest or smallest elements along the middle axis of [outer, axis, inner], in order, and
 * their indices.
 */
public final class TopK {
  private static final StructLayout PARAMS = StructLayout.struct("TopKParams")
      .field("outer", DType.U32)
      .field("axis", DType.U32)
      .field("inner", DType.U32)
      .field("k", DType.U32)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .integers(ElementTypes.floats(KernelDeclaration.named("assay:top_k"), Tolerance.exact()))
      // A k above the axis makes this longer than any x that fits the sizes.
      .buffer("x", Access.READ, "params.outer * max(params.axis, params.k) * params.inner")
      .buffer("values", Access.WRITE_ALL, "params.outer * params.k * params.inner")
      .buffer("indices", DType.I32, Access.WRITE_ALL, "params.outer * params.k * params.inner")
      .constant("params", PARAMS)
      .functionConstant("largest", DType.BOOL)
      .work("params.outer * params.k * params.inner")
      .reducedLength("params.axis")
      .numerics(
          "from the largest down or from the smallest up; equal elements by rising index; NaN counts as larger than"
              + " every number, −0 as equal to +0; the bits of values move unchanged")
      .reference(TopK::run)
      .cases(TopK::generate)
      .golden(TopKGolden.onnxLastAxis())
      .golden(TopKGolden.onnxSmallest())
      .golden(TopKGolden.onnxUnsigned())
      .golden(TopKGolden.specialValues())
      .build();

  private TopK() {}

  /** Values and int32 indices, both of x's shape with k on the axis. */
  public static List<Tensor> call(
      TensorScope scope, Tensor x, long k, int axis, boolean largest) {
    OpCheck check =
        OpCheck.of("topK").operand("x", x).dtypeOf(DECLARATION).indexable("x", x.shape());
    Optional<Integer> resolved = check.attempt(() -> x.shape().axis(axis));
    resolved.ifPresent(at -> {
      long size = x.shape().size(at);
      check.require(k >= 0 && k <= size, () -> Problem
          .of(Codes.SHAPE_INVALID, "axis " + at + " does not have that many elements")
          .expected("k from 0 to " + size, Long.toString(k)));
      check.require(size <= 1L << 31, () -> Problem
          .of(Codes.INDEX_OVERFLOW, "axis " + at + " is longer than an int32 index can reach")
          .expected("at most " + (1L << 31), Long.toString(size)));
    });
    check.finish();
    int at = resolved.orElseThrow();
    Shape shape = x.shape();
    StructValue params = params(shape.product(0, at), shape.size(at),
        shape.product(at + 1, shape.rank()), k);
    Tensor dense = Copy.contiguous(scope, x);
    Tensor values = scope.empty(x.dtype(), shape.with(at, k));
    Tensor indices = scope.empty(DType.I32, shape.with(at, k));
    scope.run(KernelCall.of("assay:top_k", x.dtype())
        .tensor("x", dense)
        .tensor("values", values)
        .tensor("indices", indices)
        .constant("params", params)
        .constant("largest", AxisParams.flag(largest)));
    return List.of(values, indices);
  }

  static KernelCase arguments(
      String label, long outer, long axis, long inner, long k, boolean largest, Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", params(outer, axis, inner, k))
        .constant("largest", AxisParams.flag(largest));
  }

  private static StructValue params(long outer, long axis, long inner, long k) {
    return PARAMS.value()
        .set("outer", outer)
        .set("axis", axis)
        .set("inner", inner)
        .set("k", k)
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long axis = params.getLong("axis");
    long inner = params.getLong("inner");
    long k = params.getLong("k");
    boolean largest = dispatch.flag("largest");
    Elements x = dispatch.buffer("x");
    MemorySegment values = dispatch.buffer("values").memory();
    Elements indices = dispatch.buffer("indices");
    int size = dispatch.dtype().sizeBytes();
    dispatch.forEachRow(params.getLong("outer") * inner, row -> {
      long o = row / inner;
      long first = o * axis * inner + row % inner;
      Comparator<Long> rising = Comparator.comparingLong(i -> SortKeys.of(x, first + i * inner));
      // The sort is stable: equal elements stay in the order of their indices.
      List<Long> order = LongStream.range(0, axis)
          .boxed()
          .sorted(largest ? rising.reversed() : rising)
          .limit(k)
          .toList();
      for (int rank = 0; rank < k; rank++) {
        long from = first + order.get(rank) * inner;
        long to = (o * k + rank) * inner + row % inner;
        Bytes.copy(x.memory(), from * size, values, to * size, size);
        indices.setLong(to, order.get(rank));
      }
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int outer = random.sizeOrEmpty(9);
    int axis = random.size(random.oneOf(5, 65));
    int inner = random.sizeOrEmpty(random.oneOf(1, 16));
    int k = random.between(0, axis);
    boolean largest = random.flip();
    return arguments(
        "outer=" + outer + " axis=" + axis + " inner=" + inner + " k=" + k
            + (largest ? " largest" : " smallest"),
        outer, axis, inner, k, largest,
        ArgKernel.tied(random, dtype, (long) outer * axis * inner));
  }
}
