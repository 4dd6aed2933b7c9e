package dev.assay.ops.reduce;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.op.Shape;

/** The constant of kernels that work along one axis of a dense tensor seen as [outer, axis, inner]. */
final class AxisParams {
  static final StructLayout LAYOUT = StructLayout.struct("ReduceParams")
      .field("outer", DType.U32)
      .field("axis", DType.U32)
      .field("inner", DType.U32)
      .build();

  private AxisParams() {}

  static StructValue of(long outer, long axis, long inner) {
    return LAYOUT.value().set("outer", outer).set("axis", axis).set("inner", inner).build();
  }

  /** This axis of this shape. */
  static StructValue of(Shape shape, int axis) {
    return of(shape.product(0, axis), shape.size(axis), shape.product(axis + 1, shape.rank()));
  }

  static StructValue flag(boolean value) {
    return StructValue.ofLong(DType.BOOL, value ? 1 : 0);
  }
}
