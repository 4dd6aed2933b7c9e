package dev.assay.ops.softmax;

import dev.assay.ops.reference.StridedIndex;
import dev.assay.ops.shape.OpCheck;
import dev.assay.ops.shape.Strides;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What softmax and its logarithm share: rows of z = x · scale + mask along one axis. Strides say how {@code x} lies and
 * how the mask broadcasts; {@code out} is dense. With {@code causal}, where the axis is the last one and the axis before
 * it counts queries, query i sees only keys j ≤ i + (keys − queries): the last query sees all.
 */
final class SoftmaxKernel {
  static final int MOST_AXES = OpCheck.MOST_AXES;

  private static final StructLayout PARAMS = StructLayout.struct("SoftmaxParams")
      .field("rows", DType.U32)
      .field("length", DType.U32)
      .field("axis", DType.U32)
      .field("rank", DType.U32)
      .field("scale", DType.F32)
      .array("shape", DType.U32, MOST_AXES)
      .array("x_strides", DType.U64, MOST_AXES)
      .array("mask_strides", DType.U64, MOST_AXES)
      .build();

  private SoftmaxKernel() {}

  /** What is made of a row. */
  @FunctionalInterface
  interface RowFunction {
    /** Replaces the logits by the result; what is hidden is −infinity. */
    void apply(double[] z);
  }

  /** The declaration but for tolerances, numerics, cases and golden cases. */
  static KernelDeclaration.Builder declare(String name, RowFunction function) {
    return KernelDeclaration.named(name)
        .buffer("x", Access.READ, "extent(params.shape, params.x_strides)")
        .buffer("mask", Access.READ, "extent(params.shape, params.mask_strides)")
        .gatedBy("has_mask")
        .buffer("out", Access.WRITE_ALL, "params.rows * params.length")
        .constant("params", PARAMS)
        .functionConstant("has_mask", DType.BOOL)
        .functionConstant("causal", DType.BOOL)
        .inPlace("out", "x", "isDense(params.shape, params.x_strides)")
        .work("params.rows * params.length")
        .reducedLength("params.length")
        .reference(dispatch -> run(dispatch, function));
  }

  /** Along {@code axis}, with z = x · scale + mask; {@code mask} broadcasts to the shape of x, null is none. */
  static Tensor call(
      TensorScope scope, String op, KernelDeclaration kernel, Tensor x, int axis, double scale,
      @Nullable Tensor mask, boolean causal) {
    OpCheck check = OpCheck.of(op).operand("x", x);
    if (mask != null) {
      check.operand("mask", mask);
      check.require(broadcasts(mask.shape(), x.shape()), () -> Problem
          .of(Codes.SHAPE_INVALID, "mask does not broadcast to the shape of x")
          .expected("on each axis the size in " + x.shape() + " or 1, aligned at the end",
              mask.shape().toString())
          .remedy("reshape the mask; one per batch is [batch, 1, 1, keys]"));
    }
    check.dtypeOf(kernel).indexable("x", x.shape());
    check.rank("x", x, causal ? 2 : 1, MOST_AXES);
    Optional<Integer> resolved = check.attempt(() -> x.shape().axis(axis));
    check.require(Math.abs(scale) <= Float.MAX_VALUE, () -> Problem
        .of(Codes.CONSTANT_FIELD, "scale is no finite number")
        .expected("a finite number", Double.toString(scale)));
    check.finish();
    KernelCall call = KernelCall.of(kernel.name().toString(), x.dtype())
        .constant("params", params(x.shape(), resolved.orElseThrow(), scale, x.strides(),
            mask == null ? new long[0] : Strides.broadcast(mask, x.shape())))
        .constant("has_mask", StructValue.ofLong(DType.BOOL, mask == null ? 0 : 1))
        .constant("causal", StructValue.ofLong(DType.BOOL, causal ? 1 : 0))
        .tensor("x", x);
    if (mask != null) {
      call.tensor("mask", mask);
    }
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(call.tensor("out", out));
    return out;
  }

  private static boolean broadcasts(Shape from, Shape to) {
    int missing = to.rank() - from.rank();
    boolean fits = missing >= 0;
    for (int i = 0; fits && i < from.rank(); i++) {
      fits = from.size(i) == 1 || from.size(i) == to.size(missing + i);
    }
    return fits;
  }

  /** A case without a mask. */
  static KernelCase arguments(
      String label, Shape shape, int axis, double scale, boolean causal, long[] xStrides,
      Elements x) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .constant("params", params(shape, axis, scale, xStrides, new long[0]))
        .constant("has_mask", StructValue.ofLong(DType.BOOL, 0))
        .constant("causal", StructValue.ofLong(DType.BOOL, causal ? 1 : 0));
  }

  /** A case with a mask. */
  static KernelCase arguments(
      String label, Shape shape, int axis, double scale, boolean causal, long[] xStrides,
      Elements x, long[] maskStrides, Elements mask) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("mask", mask)
        .constant("params", params(shape, axis, scale, xStrides, maskStrides))
        .constant("has_mask", StructValue.ofLong(DType.BOOL, 1))
        .constant("causal", StructValue.ofLong(DType.BOOL, causal ? 1 : 0));
  }

  private static StructValue params(Shape shape, int axis, double scale, long[] xStrides,
      long[] maskStrides) {
    return PARAMS.value()
        .set("rows", shape.with(axis, 1).elements())
        .set("length", shape.size(axis))
        .set("axis", axis)
        .set("rank", shape.rank())
        .set("scale", scale)
        .setAll("shape", Strides.pad(shape.sizes(), MOST_AXES, 1))
        .setAll("x_strides", Strides.pad(xStrides, MOST_AXES, 0))
        .setAll("mask_strides", Strides.pad(maskStrides, MOST_AXES, 0))
        .build();
  }

  private static void run(ReferenceDispatch dispatch, RowFunction function) {
    StructValue params = dispatch.constant("params");
    boolean masked = dispatch.flag("has_mask");
    boolean causal = dispatch.flag("causal");
    int axis = Math.toIntExact(params.getLong("axis"));
    int length = Math.toIntExact(params.getLong("length"));
    double scale = params.getDouble("scale");
    long[] xStrides = params.getLongs("x_strides");
    long[] maskStrides = params.getLongs("mask_strides");
    long[] sizes = params.getLongs("shape");
    long[] outStrides = Shape.of(sizes).denseStrides();
    long[] rows = sizes.clone();
    rows[axis] = 1;
    StridedIndex xRows = new StridedIndex(rows, xStrides);
    StridedIndex maskRows = new StridedIndex(rows, maskStrides);
    StridedIndex outRows = new StridedIndex(rows, outStrides);
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("rows"), r -> {
      double[] z = new double[length];
      StridedIndex.readRun(x, xRows.offset(r), xStrides[axis], length, z, 0);
      double[] added = new double[length];
      if (masked) {
        StridedIndex.readRun(dispatch.buffer("mask"), maskRows.offset(r), maskStrides[axis],
            length, added, 0);
      }
      for (int i = 0; i < length; i++) {
        z[i] = z[i] * scale + added[i];
      }
      if (causal) {
        long queries = sizes[axis - 1];
        hideFrom(z, r % queries + length - queries + 1);
      }
      function.apply(z);
      long first = outRows.offset(r);
      for (int i = 0; i < length; i++) {
        out.setDouble(first + i * outStrides[axis], z[i]);
      }
    });
  }

  /** Hides the keys from {@code first} on, which may lie before or behind the row. */
  private static void hideFrom(double[] z, long first) {
    Arrays.fill(z, (int) Math.clamp(first, 0L, (long) z.length), z.length,
        Double.NEGATIVE_INFINITY);
  }
}
