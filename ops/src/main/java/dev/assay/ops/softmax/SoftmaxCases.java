package dev.assay.ops.softmax;

import dev.assay.ops.reference.StridedCase;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.op.Shape;

/** Cases of {@link Softmax} and {@link LogSoftmax}: any axis, strided operands, masks of all kinds and none, causal. */
final class SoftmaxCases {
  private SoftmaxCases() {}

  static KernelCase generate(CaseRandom random, DType dtype) {
    Shape shape = StridedCase.shape(random, SoftmaxKernel.MOST_AXES - 1);
    // A size of its own for the axis: the shapes of elementwise cases rarely have a long one.
    int axis = random.between(0, shape.rank());
    long[] sizes = new long[shape.rank() + 1];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = i == axis
          ? random.sizeOrEmpty(shape.elements() > 200 ? 17 : 300)
          : shape.size(i < axis ? i : i - 1);
    }
    Shape whole = Shape.of(sizes);
    boolean causal = axis > 0 && axis == shape.rank() && random.flip();
    StridedCase x = StridedCase.of(random, whole);
    double scale = random.oneOf(1.0, 0.125, -0.5);
    String label = "shape=" + whole + " axis=" + axis + " scale=" + scale + " causal=" + causal
        + " x_strides=" + x;
    Elements logits = random.values(dtype, x.extent(), -20, 20);
    if (random.between(0, 2) == 0) {
      return SoftmaxKernel.arguments(label, whole, axis, scale, causal, x.strides(), logits);
    }
    StridedCase mask = StridedCase.of(random, whole);
    return SoftmaxKernel.arguments(label + " mask_strides=" + mask, whole, axis, scale, causal,
        x.strides(), logits, mask.strides(), maskValues(random, dtype, mask.extent()));
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
