package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Assay;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.CaseRandom;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Reading any view gives what its strides say. */
class StridedReadTest {
  private static Assay assay;
  private static TensorScope scope;

  @BeforeContainer
  static void open() {
    assay = Assay.open("reference-cpu");
    scope = assay.scope();
  }

  @AfterContainer
  static void close() {
    scope.close();
    assay.close();
  }

  @Property(tries = 300)
  void readingGathersWhatTheStridesSay(@ForAll long seed) {
    CaseRandom random = new CaseRandom(seed);
    DType dtype = random.oneOf(DType.F32, DType.F16, DType.U8, DType.I64);
    int rank = random.between(0, 4);
    long[] sizes = new long[rank];
    long[] strides = new long[rank];
    long reach = 1;
    for (int axis = 0; axis < rank; axis++) {
      sizes[axis] = random.sizeOrEmpty(5);
      strides[axis] = random.between(0, 9);
      reach += Math.max(0, sizes[axis] - 1) * strides[axis];
    }
    int offset = random.between(0, 5);
    Elements values = random.values(dtype, offset + reach + random.between(0, 3));
    Shape shape = Shape.of(sizes);
    Tensor tensor = scope.tensor(values, Shape.of(values.length()));
    Elements read = tensor.view(shape, strides, offset).read();
    tensor.close();

    assertThat(read.dtype()).isEqualTo(dtype);
    assertThat(read.length()).isEqualTo(shape.elements());
    for (long i = 0; i < read.length(); i++) {
      long from = offset;
      long rest = i;
      for (int axis = rank - 1; axis >= 0; axis--) {
        from += rest % sizes[axis] * strides[axis];
        rest /= sizes[axis];
      }
      assertThat(read.slice(i, 1).sameBits(values.slice(from, 1))).as("element %d of %s", i, shape)
          .isTrue();
    }
  }
}
