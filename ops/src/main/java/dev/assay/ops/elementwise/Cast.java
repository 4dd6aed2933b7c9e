package dev.assay.ops.elementwise;

import dev.assay.ops.movement.Copy;
import dev.assay.ops.reference.Blocks;
import dev.assay.ops.shape.OpCheck;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
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
  private static final List<DType> TYPES = List.of(DType.values());

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

  /** From int16. */
  public static final KernelDeclaration FROM_I16 = from(DType.I16);

  /** From int64. */
  public static final KernelDeclaration FROM_I64 = from(DType.I64);

  /** From uint16. */
  public static final KernelDeclaration FROM_U16 = from(DType.U16);

  /** From uint32. */
  public static final KernelDeclaration FROM_U32 = from(DType.U32);

  /** From uint64. */
  public static final KernelDeclaration FROM_U64 = from(DType.U64);

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
    OpCheck.of("cast").operand("x", x).indexable("x", x.shape()).finish();
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
    boolean wide = x.dtype().sizeBytes() == Long.BYTES;
    Blocks.forEach(dispatch, dispatch.constant("length").getLong(""), (first, count) -> {
      if (wide) {
        for (long i = first; i < first + count; i++) {
          castLong(x, out, i);
        }
        return;
      }
      // All integers here have at most 32 bits: a double holds them exactly.
      double[] block = new double[count];
      x.read(first, block, 0, count);
      out.write(first, block, 0, count);
    });
  }

  private static void castLong(Elements x, Elements out, long index) {
    long value = x.getLong(index);
    boolean unsigned = x.dtype() == DType.U64;
    boolean beyond = unsigned && value < 0;
    switch (out.dtype().kind()) {
      case FLOAT -> out.setDouble(index, sticky(value, unsigned));
      case BOOLEAN -> out.setLong(index, value == 0 ? 0 : 1);
      case SIGNED -> out.setLong(index, beyond
          ? out.dtype().maxLong()
          : Math.clamp(value, out.dtype().minLong(), out.dtype().maxLong()));
      case UNSIGNED -> {
        if (out.dtype() == DType.U64) {
          out.setLong(index, Math.max(value, 0));
        } else {
          out.setLong(index,
              beyond ? out.dtype().maxLong() : Math.clamp(value, 0, out.dtype().maxLong()));
        }
      }
    }
  }

  /**
   * The integer as a double, of which the last bit is set where bits were lost: rounding that to a narrower type rounds as
   * the integer itself would, where two roundings to nearest may not.
   */
  private static double sticky(long value, boolean unsigned) {
    boolean negative = value < 0 && !unsigned;
    long magnitude = negative ? -value : value;
    int lost = Math.max(0, Long.SIZE - 53 - Long.numberOfLeadingZeros(magnitude));
    long kept = magnitude >>> lost;
    if (kept << lost != magnitude) {
      kept |= 1;
    }
    double exact = Math.scalb((double) kept, lost);
    return negative ? -exact : exact;
  }

  private static KernelCase generate(CaseRandom random, DType source, DType target) {
    int length = random.flip() ? random.between(1000, 3000) : random.sizeOrEmpty(300);
    // Finite in f16, and outside the range of the integer types in the others.
    double reach = random.oneOf(1.0, 300.0, source == DType.F16 ? 60_000.0 : 5e9,
        source == DType.F16 ? 2.0 : 4e19);
    return arguments("length=" + length + " to " + target, target,
        source.isFloat()
            ? random.values(source, length, -reach, reach)
            : integers(random, source, length))
        .yieldingNonFinite(target == DType.F16);
  }

  /** Integers of every magnitude: those of the whole range alone nearly all saturate in a narrower type. */
  private static Elements integers(CaseRandom random, DType source, long count) {
    Elements values = random.values(source, count);
    int most = source == DType.BOOL ? 0 : 8 * source.sizeBytes() - 1;
    for (long i = 0; i < count; i++) {
      long value = values.getLong(i);
      int shift = random.between(0, most);
      values.setLongBits(i, source.kind() == DType.Kind.SIGNED ? value >> shift : value >>> shift);
    }
    return values;
  }
}
