package dev.assay.ops.attention;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
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
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/**
 * {@code assay:kv_append}: cache[h, position, d] = step[h, d], one step of keys or values written into a dense cache
 * [heads, capacity, head_dim]. The heads of the step lie {@code step_stride} elements apart.
 */
public final class KvAppend {
  private static final StructLayout PARAMS = StructLayout.struct("KvAppendParams")
      .field("heads", DType.U32)
      .field("capacity", DType.U32)
      .field("head_dim", DType.U32)
      .field("position", DType.U32)
      .field("step_stride", DType.U64)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:kv_append")
      .buffer("step", Access.READ, "(params.heads != 0 && params.head_dim != 0)"
          + " * ((params.heads - 1) * params.step_stride + params.head_dim)")
      .buffer("cache", Access.WRITE_SOME, "params.heads * params.capacity * params.head_dim")
      .constant("params", PARAMS)
      .dtype(DType.F32, Tolerance.exact())
      .dtype(DType.F16, Tolerance.exact())
      .dtype(DType.BF16, Tolerance.exact())
      .work("params.heads * params.head_dim")
      .numerics(
          "the bits move unchanged; a position outside the capacity is an error in the reference and in checked mode"
              + " and writes nothing elsewhere")
      .reference(KvAppend::run)
      .cases(KvAppend::generate)
      .golden(KvAppendGolden.firstPosition())
      .golden(KvAppendGolden.lastPositionOfPackedHeads())
      .golden(KvAppendGolden.overwritten())
      .build();

  private KvAppend() {}

  /** Writes step [..., 1, head_dim] at a position of cache [..., capacity, head_dim], which is dense. */
  public static void call(TensorScope scope, Tensor cache, Tensor step, long position) {
    OpCheck check = OpCheck.of("kvAppend")
        .operand("cache", cache)
        .operand("step", step)
        .dtypeOf(DECLARATION)
        .indexable("cache", cache.shape());
    check.require(cache.isDense(), () -> Problem
        .of(Codes.SHAPE_INVALID, "cache is a view with gaps")
        .remedy("append to the whole cache, and narrow it for reading"));
    if (check.rank("cache", cache, 2, Integer.MAX_VALUE)) {
      check.require(step.shape().equals(cache.shape().with(-2, 1)), () -> Problem
          .of(Codes.SHAPE_INVALID, "step is no row of each head of cache")
          .expected(cache.shape().with(-2, 1).toString(), step.shape().toString())
          .remedy("append one position after the other"));
      long capacity = cache.shape().size(-2);
      check.require(position >= 0 && position < capacity, () -> Problem
          .of(Codes.SHAPE_INVALID, "cache has no position " + position)
          .expected(capacity == 0 ? "no position: the cache is empty" : "0 to " + (capacity - 1),
              Long.toString(position))
          .remedy("make a larger cache, or start it anew"));
    }
    check.finish();
    int rank = cache.shape().rank();
    long width = cache.shape().size(-1);
    OptionalLong stride = headStride(step);
    scope.run(KernelCall.of("assay:kv_append", cache.dtype())
        .tensor("step", stride.isPresent() ? step : Copy.contiguous(scope, step))
        .tensor("cache", cache)
        .constant("params", params(cache.shape().product(0, rank - 2), cache.shape().size(-2),
            width, position, stride.orElse(width))));
  }

  /** The one distance between the heads of a step, if there is one and the elements of a head are neighbours. */
  private static OptionalLong headStride(Tensor step) {
    long[] sizes = step.shape().sizes();
    long[] strides = step.strides();
    int last = sizes.length - 1;
    if (sizes[last] > 1 && strides[last] != 1) {
      return OptionalLong.empty();
    }
    long stride = sizes[last];
    long next = -1;
    for (int i = last - 2; i >= 0; i--) {
      if (sizes[i] != 1) {
        if (next >= 0 && strides[i] != next) {
          return OptionalLong.empty();
        }
        stride = next < 0 ? strides[i] : stride;
        next = strides[i] * sizes[i];
      }
    }
    return OptionalLong.of(stride);
  }

  static KernelCase arguments(
      String label, int heads, int capacity, int headDim, int position, long stepStride,
      Elements step, Elements cache) {
    return KernelCase.labelled(label, step.dtype())
        .input("step", step)
        .input("cache", cache)
        .constant("params", params(heads, capacity, headDim, position, stepStride));
  }

  private static StructValue params(long heads, long capacity, long headDim, long position,
      long stepStride) {
    return PARAMS.value()
        .set("heads", heads)
        .set("capacity", capacity)
        .set("head_dim", headDim)
        .set("position", position)
        .set("step_stride", stepStride)
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long capacity = params.getLong("capacity");
    long position = params.getLong("position");
    if (position >= capacity) {
      throw new InvalidInputException(Problem
          .of(Codes.INDEX_OUT_OF_RANGE, "position " + position + " lies outside the cache")
          .at("assay:kv_append")
          .expected("below the capacity of " + capacity, Long.toString(position))
          .remedy("make a larger cache, or start it anew"));
    }
    long rowBytes = params.getLong("head_dim") * dispatch.dtype().sizeBytes();
    long strideBytes = params.getLong("step_stride") * dispatch.dtype().sizeBytes();
    MemorySegment step = dispatch.buffer("step").memory();
    MemorySegment cache = dispatch.buffer("cache").memory();
    dispatch.forEachRow(params.getLong("heads"), h -> Bytes.copy(
        step, h * strideBytes, cache, (h * capacity + position) * rowBytes, rowBytes));
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    int heads = random.sizeOrEmpty(random.oneOf(2, 33));
    int capacity = random.size(40);
    int headDim = random.sizeOrEmpty(random.oneOf(2, 130));
    int position = random.oneOf(0, capacity - 1, random.between(0, capacity - 1));
    long stride = (long) headDim + random.oneOf(0, 0, 7);
    return arguments(
        "heads=" + heads + " capacity=" + capacity + " head_dim=" + headDim + " position="
            + position,
        heads, capacity, headDim, position, stride,
        random.values(dtype, heads * stride),
        random.values(dtype, (long) heads * capacity * headDim));
  }
}
