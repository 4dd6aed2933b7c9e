package dev.assay.suite.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.runtime.Assay;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Views and what reading them gives. */
class StridedViewTest {
  private Assay assay;
  private TensorScope scope;

  @BeforeEach
  void open() {
    assay = Assay.open("reference-cpu");
    scope = assay.scope();
  }

  @AfterEach
  void close() {
    scope.close();
    assay.close();
  }

  @Test
  void aScalarIsATensorOfRankZero() {
    Tensor scalar = scope.tensor(new float[] {3});
    assertThat(scalar.shape()).isEqualTo(Shape.of());
    assertThat(scalar.isDense()).isTrue();
    assertThat(scalar.toFloatArray()).containsExactly(3);
  }

  @Test
  void aStrideOfZeroRepeats() {
    Tensor x = scope.tensor(new float[] {1, 2, 3}, 3);
    Tensor repeated = x.view(Shape.of(2, 3), new long[] {0, 1}, 0);
    assertThat(repeated.isDense()).isFalse();
    assertThat(repeated.toFloatArray()).containsExactly(1, 2, 3, 1, 2, 3);
  }

  @Test
  void theStrideOfAnAxisOfSizeOneDoesNotMatter() {
    Tensor x = scope.tensor(new float[] {1, 2, 3}, 3);
    Tensor row = x.view(Shape.of(1, 3), new long[] {99, 1}, 0);
    assertThat(row.isDense()).isTrue();
    assertThat(row.toFloatArray()).containsExactly(1, 2, 3);
  }

  @Test
  void aViewOfAViewCountsFromTheViewsFirstElement() {
    Tensor x = scope.tensor(new float[] {0, 1, 2, 3, 4, 5, 6, 7}, 8);
    Tensor odd = x.view(Shape.of(4), new long[] {2}, 1);
    Tensor last = odd.view(Shape.of(2), new long[] {2}, 4);
    assertThat(last.toFloatArray()).containsExactly(5, 7);
  }

  @Test
  void anEmptyViewMayStartAtTheEnd() {
    Tensor x = scope.tensor(new float[] {1, 2, 3}, 3);
    assertThat(x.view(Shape.of(0), new long[] {1}, 3).toFloatArray()).isEmpty();
    assertThat(x.view(Shape.of(5, 0), new long[] {1000, 1000}, 0).toFloatArray()).isEmpty();
  }

  @Test
  void theStridesAreACopyInBothDirections() {
    Tensor x = scope.tensor(new float[] {1, 2, 3, 4}, 2, 2);
    long[] strides = {1, 2};
    Tensor transposed = x.view(Shape.of(2, 2), strides, 0);
    strides[0] = 100;
    transposed.strides()[1] = 100;
    assertThat(transposed.strides()).containsExactly(1, 2);
    assertThat(transposed.toFloatArray()).containsExactly(1, 3, 2, 4);
  }

  @Test
  void closingAViewDoesNothingAndClosingTheTensorEndsItsViews() {
    Tensor x = scope.tensor(new float[] {1, 2}, 2);
    Tensor view = x.view(Shape.of(1), new long[] {1}, 1);
    view.close();
    assertThat(view.toFloatArray()).containsExactly(2);
    x.close();
    x.close();
    for (Throwable error : List.of(
        catchThrowable(view::read),
        catchThrowable(() -> view.view(Shape.of(1), new long[] {1}, 0)))) {
      assertThat(((AssayException) error).code()).isEqualTo(Codes.CLOSED);
    }
    GoldenMessage.assertMatches("read-closed-tensor", catchThrowable(x::read));
  }

  @Test
  void everythingWrongWithAViewIsReportedTogether() {
    Tensor x = scope.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    GoldenMessage.assertMatches("view-malformed",
        catchThrowable(() -> x.view(Shape.of(2, 2, 2), new long[] {-1, 1}, -3)));
  }

  @Test
  void aViewMustStayWithinTheTensor() {
    Tensor x = scope.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    GoldenMessage.assertMatches("view-outside",
        catchThrowable(() -> x.view(Shape.of(2, 3), new long[] {3, 1}, 1)));
    Tensor inner = x.view(Shape.of(2), new long[] {1}, 2);
    assertThat(catchThrowable(() -> inner.view(Shape.of(3), new long[] {1}, 0)))
        .hasMessageContaining("reaches outside");
  }

  @Test
  void strideProductsBeyond64BitsDoNotWrapIntoTheTensor() {
    Tensor x = scope.tensor(new float[] {1, 2, 3, 4}, 4);
    for (Throwable error : List.of(
        catchThrowable(() -> x.view(Shape.of(5), new long[] {1L << 62}, 0)),
        catchThrowable(() -> x.view(Shape.of(3, 2), new long[] {1L << 62, 1L << 62}, 0)),
        catchThrowable(() -> x.view(Shape.of(1), new long[] {1}, Long.MAX_VALUE)))) {
      assertThat(error).isInstanceOf(AssayException.class);
      assertThat(((AssayException) error).code()).isIn(Codes.INDEX_OVERFLOW, Codes.SHAPE_INVALID);
    }
  }

  @Test
  void whatDoesNotFitAJavaArrayIsRefusedBeforeItIsAllocated() {
    Tensor one = scope.tensor(new float[] {1}, 1);
    Tensor huge = one.view(Shape.of(1L << 40), new long[] {0}, 0);
    GoldenMessage.assertMatches("read-too-large", catchThrowable(huge::read));
  }
}
