package dev.assay.ops.movement;

import dev.assay.ops.reference.ElementTypes;
import dev.assay.ops.reference.StridedCase;
import dev.assay.ops.shape.OpCheck;
import dev.assay.ops.shape.Strides;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.ReferenceDispatch;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;

/**
 * {@code assay:pad}: a strided x inside a larger dense {@code out}, whose other elements are one value. The value is a
 * buffer of one element, because a constant has no type that changes with the kernel's.
 */
public final class Pad {
  private static final int MOST_AXES = OpCheck.MOST_AXES;

  private static final StructLayout PARAMS = StructLayout.struct("PadParams")
      .field("length", DType.U32)
      .field("rank", DType.U32)
      .array("shape", DType.U32, MOST_AXES)
      .array("before", DType.U32, MOST_AXES)
      .array("x_shape", DType.U32, MOST_AXES)
      .array("x_strides", DType.U64, MOST_AXES)
      .build();

  /** The kernel. */
  public static final KernelDeclaration DECLARATION = ElementTypes
      .all(KernelDeclaration.named("assay:pad"))
      .buffer("x", Access.READ, "extent(params.x_shape, params.x_strides)")
      .buffer("value", Access.READ, "1")
      .buffer("out", Access.WRITE_ALL, "params.length")
      .constant("params", PARAMS)
      .work("params.length")
      .numerics("the bits move unchanged; what of x would lie outside out is left out")
      .reference(Pad::run)
      .cases(Pad::generate)
      .golden(PadGolden.bothSides())
      .golden(PadGolden.transposedRows())
      .golden(PadGolden.integers())
      .build();

  private Pad() {}

  /** x with {@code before} and {@code after} more elements of this value, a tensor of one element, on each axis. */
  public static Tensor call(
      TensorScope scope, Tensor x, long[] before, long[] after, Tensor value) {
    OpCheck check =
        OpCheck.of("pad").operand("x", x).operand("value", value).dtypeOf(DECLARATION);
    check.require(value.shape().elements() == 1, () -> Problem
        .of(Codes.SHAPE_INVALID, "value is not one element")
        .expected("1 element", value.shape().elements() + " elements"));
    check.indexable("x", x.shape());
    Optional<Shape> result = Optional.empty();
    if (check.rank("x", x, 0, MOST_AXES)) {
      result = check.attempt(() -> resultShape(x.shape(), before, after));
      result.ifPresent(shape -> check.indexable("the result", shape));
    }
    check.finish();
    Shape shape = result.orElseThrow();
    Tensor out = scope.empty(x.dtype(), shape);
    run(scope, x, before, shape, value, out);
    return out;
  }

  /** The checked call into a tensor of as many elements as the shape. */
  static void run(
      TensorScope scope, Tensor x, long[] before, Shape shape, Tensor value, Tensor out) {
    scope.run(KernelCall.of("assay:pad", x.dtype())
        .tensor("x", x)
        .tensor("value", value)
        .tensor("out", out)
        .constant("params", params(shape, before, x.shape(), x.strides())));
  }

  private static Shape resultShape(Shape x, long[] before, long[] after) {
    long most = 0xFFFF_FFFFL;
    boolean counts = Arrays.stream(before).allMatch(count -> count >= 0 && count <= most)
        && Arrays.stream(after).allMatch(count -> count >= 0 && count <= most);
    if (before.length != x.rank() || after.length != x.rank() || !counts) {
      throw new InvalidCallException(Problem
          .of(Codes.SHAPE_INVALID, "the padding does not fit x")
          .expected(x.rank() + " counts from 0 to " + most + " before and after",
              Arrays.toString(before) + " and " + Arrays.toString(after))
          .remedy("use narrow to cut elements off"));
    }
    long[] sizes = x.sizes();
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] += before[i] + after[i];
    }
    return Shape.of(sizes);
  }

  static KernelCase arguments(
      String label, Shape shape, long[] before, Shape xShape, long[] xStrides, Elements x,
      Elements value) {
    return KernelCase.labelled(label, x.dtype())
        .input("x", x)
        .input("value", value)
        .constant("params", params(shape, before, xShape, xStrides));
  }

  private static StructValue params(Shape shape, long[] before, Shape xShape, long[] xStrides) {
    return PARAMS.value()
        .set("length", shape.elements())
        .set("rank", shape.rank())
        .setAll("shape", Strides.pad(shape.sizes(), MOST_AXES, 1))
        .setAll("before", Strides.pad(before, MOST_AXES, 0))
        .setAll("x_shape", Strides.pad(xShape.sizes(), MOST_AXES, 1))
        .setAll("x_strides", Strides.pad(xStrides, MOST_AXES, 0))
        .build();
  }

  private static void run(ReferenceDispatch dispatch) {
    StructValue params = dispatch.constant("params");
    long[] shape = params.getLongs("shape");
    long[] before = params.getLongs("before");
    long[] xShape = params.getLongs("x_shape");
    long[] xStrides = params.getLongs("x_strides");
    MemorySegment x = dispatch.buffer("x").memory();
    MemorySegment value = dispatch.buffer("value").memory();
    MemorySegment out = dispatch.buffer("out").memory();
    int size = dispatch.dtype().sizeBytes();
    long row = shape[MOST_AXES - 1];
    dispatch.forEachRow(params.getLong("length") / row, r -> {
      for (long c = 0; c < row; c++) {
        long index = r * row + c;
        long rest = index;
        long from = 0;
        boolean inside = true;
        for (int i = MOST_AXES - 1; i >= 0; i--) {
          long at = rest % shape[i] - before[i];
          inside &= at >= 0 && at < xShape[i];
          from += at * xStrides[i];
          rest /= shape[i];
        }
        Bytes.copy(inside ? x : value, inside ? from * size : 0, out, index * size, size);
      }
    });
  }

  private static KernelCase generate(CaseRandom random, DType dtype) {
    Shape x = StridedCase.shape(random, 4);
    StridedCase strided = StridedCase.of(random, x);
    long[] before = new long[x.rank()];
    long[] sizes = x.sizes();
    for (int i = 0; i < sizes.length; i++) {
      before[i] = random.oneOf(0, 0, 1, 3);
      sizes[i] += before[i] + random.oneOf(0, 0, 1, 2);
    }
    Shape shape = Shape.of(sizes);
    return arguments("x=" + x + " strides=" + strided + " shape=" + shape, shape, before, x,
        strided.strides(), random.values(dtype, strided.extent()), random.values(dtype, 1));
  }
}
