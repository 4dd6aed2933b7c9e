package dev.assay.ops.softmax;

import dev.assay.ops.reference.StridedCase;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code assay:softmax}: e^z / Σ e^z along one axis, with z = x · scale + mask. Strides say how {@code x} lies and how
 * the mask broadcasts; {@code out} is dense. Without a mask a single zero is broadcast, so that the kernel has one form.
 */
public final class Softmax {
  private static final int MOST_AXES = OpCheck.MOST_AXES;

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

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = KernelDeclaration.named("assay:softmax")
      .buffer("x", Access.READ, "extent(params.shape, params.x_strides)")
      .buffer("mask", Access.READ, "extent(params.shape, params.mask_strides)")
      .buffer("out", Access.WRITE_ALL, "params.rows * params.length")
      .constant("params", PARAMS)
      .dtype(DType.F32, Tolerance.of(1e-5).withFloor(1e-7))
      .inPlace("out", "x", "isDense(params.shape, params.x_strides)")
      .work("params.rows * params.length")
      .reducedLength("params.length")
      .numerics(
          "the row's maximum is subtracted first; a row of −infinity (fully masked) gives 0; +infinity or NaN"
              + " makes its whole row NaN")
      .reference(Softmax::run)
      .cases(Softmax::generate)
      .golden(SoftmaxGolden.onnxLastAxis())
      .golden(SoftmaxGolden.onnxMiddleAxis())
      .golden(SoftmaxGolden.scaledAndMasked())
      .golden(SoftmaxGolden.fullyMaskedRow())
      .golden(SoftmaxGolden.largeLogits())
      .build();

  private Softmax() {}

  /** Along {@code axis}, with z = x · scale + mask; {@code mask} broadcasts to the shape of x, null is none. */
  public static Tensor call(TensorScope scope, Tensor x, int axis, double scale,
      @Nullable Tensor mask) {
    OpCheck check = OpCheck.of("softmax").operand("x", x);
    if (mask != null) {
      check.operand("mask", mask);
      check.require(broadcasts(mask.shape(), x.shape()), () -> Problem
          .of(Codes.SHAPE_INVALID, "mask does not broadcast to the shape of x")
          .expected("on each axis the size in " + x.shape() + " or 1, aligned at the end",
              mask.shape().toString())
          .remedy("reshape the mask; one per batch is [batch, 1, 1, keys]"));
    }
    check.dtypeOf(DECLARATION).indexable("x", x.shape());
    check.rank("x", x, 1, MOST_AXES);
    Optional<Integer> resolved = check.attempt(() -> x.shape().axis(axis));
    check.require(Math.abs(scale) <= Float.MAX_VALUE, () -> Problem
        .of(Codes.CONSTANT_FIELD, "scale is no finite number")
        .expected("a finite number", Double.toString(scale)));
    check.finish();
    Tensor added = mask != null ? mask : scope.tensor(Elements.of(x.dtype(), 0), Shape.of());
    StructValue params = params(x.shape(), resolved.orElseThrow(), scale, x.strides(),
        Strides.broadcast(added, x.shape()));
    Tensor out = scope.empty(x.dtype(), x.shape());
    scope.run(KernelCall.of("assay:softmax", x.dtype())
        .tensor("x", x)
        .tensor("mask", added)
        .tensor("out", out)
        .constant("params", params));
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

  static KernelCase arguments(
      String label, Shape shape, int axis, double scale, long[] xStrides, Elements x,
      long[] maskStrides,
      Elements mask) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("mask", mask)
        .constant("params", params(shape, axis, scale, xStrides, maskStrides));
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

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    int axis = Math.toIntExact(params.getLong("axis"));
    int length = Math.toIntExact(params.getLong("length"));
    double scale = params.getDouble("scale");
    long[] xStrides = params.getLongs("x_strides");
    long[] maskStrides = params.getLongs("mask_strides");
    long[] outStrides = Shape.of(params.getLongs("shape")).denseStrides();
    long[] rows = params.getLongs("shape");
    rows[axis] = 1;
    StridedIndex xRows = new StridedIndex(rows, xStrides);
    StridedIndex maskRows = new StridedIndex(rows, maskStrides);
    StridedIndex outRows = new StridedIndex(rows, outStrides);
    Elements x = dispatch.buffer("x");
    Elements mask = dispatch.buffer("mask");
    Elements out = dispatch.buffer("out");
    dispatch.forEachRow(params.getLong("rows"), r -> {
      double[] z = new double[length];
      double[] added = new double[length];
      StridedIndex.readRun(x, xRows.offset(r), xStrides[axis], length, z, 0);
      StridedIndex.readRun(mask, maskRows.offset(r), maskStrides[axis], length, added, 0);
      for (int i = 0; i < length; i++) {
        z[i] = z[i] * scale + added[i];
      }
      normalize(z);
      long first = outRows.offset(r);
      for (int i = 0; i < length; i++) {
        out.setDouble(first + i * outStrides[axis], z[i]);
      }
    });
  }

  private static void normalize(double[] z) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double value : z) {
      largest = Math.max(largest, value);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      // Nothing to attend to: the formula would give NaN from −∞ − −∞.
      Arrays.fill(z, 0);
      return;
    }
    double sum = 0;
    for (int i = 0; i < z.length; i++) {
      z[i] = Math.exp(z[i] - largest);
      sum += z[i];
    }
    for (int i = 0; i < z.length; i++) {
      z[i] /= sum;
    }
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    Shape shape = StridedCase.shape(random, MOST_AXES - 1);
    // A size of its own for the axis: the shapes of elementwise cases rarely have a long one.
    int axis = random.between(0, shape.rank());
    long[] sizes = new long[shape.rank() + 1];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = i == axis
          ? random.sizeOrEmpty(shape.elements() > 200 ? 17 : 300)
          : shape.size(i < axis ? i : i - 1);
    }
    Shape whole = Shape.of(sizes);
    StridedCase x = StridedCase.of(random, whole);
    StridedCase mask = StridedCase.of(random, whole);
    double scale = random.oneOf(1.0, 0.125, -0.5);
    return arguments(
        "shape=" + whole + " axis=" + axis + " scale=" + scale + " x_strides=" + x
            + " mask_strides=" + mask,
        whole, axis, scale, x.strides(), random.values(dtype, x.extent(), -20, 20), mask.strides(),
        maskValues(random, dtype, mask.extent()));
  }

  private static Elements maskValues(CaseRandom random, DType dtype, long count) {
    Elements mask = Elements.zeros(dtype, count);
    int kind = random.between(0, 2);
    for (long i = 0; i < count && kind > 0; i++) {
      boolean masked = random.between(0, 3) == 0;
      mask.setDouble(i, masked ? Double.NEGATIVE_INFINITY : kind == 1 ? 0 : random.uniform(-3, 3));
    }
    return mask;
  }
}
