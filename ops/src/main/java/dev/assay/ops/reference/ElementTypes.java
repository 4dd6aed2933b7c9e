package dev.assay.ops.reference;

import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Tolerance;
import java.util.List;

/** The element types that kernels exist for, each with how close an implementation must come. */
public final class ElementTypes {
  /** The types whose arithmetic wraps. */
  public static final List<DType> INTEGERS = List.of(
      DType.I8, DType.I16, DType.I32, DType.I64, DType.U8, DType.U16, DType.U32, DType.U64);

  /** One unit in the last place of f16 is up to 9.8e-4 of a value, and 6e-8 among its subnormal numbers. */
  private static final Tolerance F16 = Tolerance.of(1e-3).withFloor(1e-7);

  /** One unit in the last place of bf16 is up to 7.9e-3 of a value; its subnormal numbers may be flushed to zero. */
  private static final Tolerance BF16 = Tolerance.of(1e-2).withFloor(1e-37);

  private ElementTypes() {}

  /**
   * Adds the three floating-point types. Kernels compute 16-bit types in f32 and round once: they keep the absolute part
   * of the f32 tolerance, and have one unit in their last place beside it. What is exact in f32 is exact in them.
   */
  public static KernelDeclaration.Builder floats(KernelDeclaration.Builder kernel, Tolerance f32) {
    return kernel.dtype(DType.F32, f32)
        .dtype(DType.F16, narrow(F16, f32))
        .dtype(DType.BF16, narrow(BF16, f32));
  }

  private static Tolerance narrow(Tolerance rounding, Tolerance f32) {
    if (f32.equals(Tolerance.exact())) {
      return f32;
    }
    return rounding.withFloor(Math.max(rounding.floor(), f32.floor()));
  }

  /** Adds the integer types, which are exact. */
  public static KernelDeclaration.Builder integers(KernelDeclaration.Builder kernel) {
    INTEGERS.forEach(dtype -> kernel.dtype(dtype, Tolerance.exact()));
    return kernel;
  }

  /** Adds every type, exact: for kernels that only move elements. */
  public static KernelDeclaration.Builder all(KernelDeclaration.Builder kernel) {
    return integers(floats(kernel, Tolerance.exact())).dtype(DType.BOOL, Tolerance.exact());
  }
}
