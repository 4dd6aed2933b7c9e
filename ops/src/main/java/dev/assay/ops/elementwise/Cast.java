package dev.assay.ops.elementwise;

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
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.KernelCall;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.List;

/**
 * {@code assay:cast_from_f32} and its like: the same numbers in another type. A kernel has one dtype of its own, here the
 * type of the result, so that there is a kernel for each type to cast from.
 */
public final class Cast {
  private static final List<DType> TYPES = List.of(
      DType.F32, DType.F16, DType.BF16, DType.I32, DType.U8, DType.I8, DType.BOOL);

  /** From f32. */
  public static final KernelDeclaration FROM_F32 = from(DType.F32);

  /** From f16. */
  public static final KernelDeclaration FROM_F16 = from(DType.F16);

  /** From bf16. */
  public static final KernelDeclaration FROM_BF16 = from(DType.BF16);

  /** From int32. */
  public static final KernelDeclaration FROM_I32 = from(DType.I32);

  /** From uint8. */
  public static final KernelDeclaration FROM_U8 = from(DType.U8);

  /** From int8. */
  public static final KernelDeclaration FROM_I8 = from(DType.I8);

  /** From bool. */
  public static final KernelDeclaration FROM_BOOL = from(DType.BOOL);

  private Cast() {}

  private static KernelDeclaration from(DType source) {
    KernelDeclaration.Builder kernel = KernelDeclaration.named(name(source))
        .buffer("x", source, Access.READ, "length")
        .buffer("out", Access.WRITE_ALL, "length")
        .constant("length", StructLayout.scalar(DType.U32))
        .work("length")
        .numerics(
            "to floating point: nearest even, NaN stays NaN; to integers: truncated towards zero, then saturated, NaN"
                + " gives 0; to bool: whether it is anything but zero, which NaN is")
        .reference(Cast::run)
        .cases((random, dtype) -> generate(random, source, dtype));
    TYPES.stream()
        .filter(target -> target != source)
        .forEach(target -> kernel.dtype(target, Tolerance.exact()));
    CastGolden.from(source).forEach(kernel::golden);
    return kernel.build();
  }

  private static String name(DType source) {
    return "assay:cast_from_" + source;
  }

  /** The tensor itself when it is of this type, else its numbers in that type, dense. */
  public static Tensor call(TensorScope scope, Tensor x, DType type) {
    if (x.dtype() == type) {
      return x;
    }
    OpCheck check = OpCheck.of("cast").operand("x", x).indexable("x", x.shape());
    check.require(TYPES.contains(x.dtype()) && TYPES.contains(type), () -> Problem
        .of(Codes.KERNEL_DTYPE, "cast does not exist from " + x.dtype() + " to " + type)
        .expected("two of " + TYPES, x.dtype() + " and " + type)
        .remedy("convert the values before they become a tensor"));
    check.finish();
    StructValue length = StructValue.ofLong(DType.U32, x.shape().elements());
    Tensor dense = Copy.contiguous(scope, x);
    Tensor out = scope.empty(type, x.shape());
    scope.run(KernelCall.of(name(x.dtype()), type)
        .tensor("x", dense)
        .tensor("out", out)
        .constant("length", length));
    return out;
  }

  static KernelCase arguments(String label, DType target, Elements x) {
    return KernelCase.labelled(label, target)
        .input("x", x)
        .constant("length", StructValue.ofLong(DType.U32, x.length()));
  }

  private static void run(ReferenceDispatch dispatch) {
    Elements x = dispatch.buffer("x");
    Elements out = dispatch.buffer("out");
    Blocks.forEach(dispatch, dispatch.constant("length").getLong(""), (first, count) -> {
      // All integers here have at most 32 bits: a double holds them exactly.
      double[] block = new double[count];
      x.read(first, block, 0, count);
      out.write(first, block, 0, count);
    });
  }

  private static KernelCase generate(CaseRandom random, DType source, DType target) {
    int length = random.flip() ? random.between(1000, 3000) : random.sizeOrEmpty(300);
    // Finite in f16, and outside the range of every integer type in the others.
    double reach = random.oneOf(1.0, 300.0, source == DType.F16 ? 60_000.0 : 5e9);
    return arguments("length=" + length + " to " + target, target,
        source.isFloat()
            ? random.values(source, length, -reach, reach)
            : random.values(source, length))
        .yieldingNonFinite(target == DType.F16);
  }
}
