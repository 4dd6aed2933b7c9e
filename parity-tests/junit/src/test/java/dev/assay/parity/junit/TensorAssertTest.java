package dev.assay.parity.junit;

import static dev.assay.parity.junit.AssayAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.runtime.Assay;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import dev.assay.spi.op.TensorScope;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TensorAssertTest {
  private static Assay assay;
  private static TensorScope scope;

  @BeforeAll
  static void open() {
    assay = Assay.open("reference-cpu");
    scope = assay.scope();
  }

  @AfterAll
  static void close() {
    scope.close();
    assay.close();
  }

  @Test
  void shapeAndTypeAreCompared() {
    Tensor x = scope.tensor(new float[6], 2, 3);
    assertThat(x).hasShape(2, 3).hasDtype(DType.F32);
    assertFails(() -> assertThat(x).hasShape(3, 2), "[3, 2]", "[2, 3]");
    assertFails(() -> assertThat(x).hasShape(6), "[6]");
    assertFails(() -> assertThat(x).hasDtype(DType.F16), "f16", "f32");
  }

  @Test
  void aTensorWithNanOrInfinityIsNotFinite() {
    assertThat(scope.tensor(new float[] {1, -2}, 2)).isFinite();
    assertFails(() -> assertThat(scope.tensor(new float[] {1, 2, 3, Float.NaN}, 2, 2)).isFinite(),
        "[1, 1]", "NaN");
    assertFails(
        () -> assertThat(scope.tensor(new float[] {Float.NEGATIVE_INFINITY}, 1)).isFinite(),
        "-Infinity");
  }

  @Test
  void theToleranceDecidesAndEveryFarElementIsCounted() {
    Tensor x = scope.tensor(new float[] {1, 2.00001f, 3}, 3);
    Elements expected = Elements.of(DType.F32, 1, 2, 3);
    assertThat(x).isCloseTo(expected, Tolerance.of(1e-4));
    assertFails(() -> assertThat(x).isCloseTo(expected, Tolerance.exact()), "1 of 3 elements",
        "element [1]");
    Elements far = Elements.of(DType.F32, 9, 2, 9);
    assertFails(() -> assertThat(x).isCloseTo(far, Tolerance.of(1e-4)), "2 of 3 elements",
        "element [0]: expected 9.0, found 1.0", "element [2]");
  }

  @Test
  void anotherLengthOrShapeIsNeverClose() {
    Tensor x = scope.tensor(new float[] {1, 1}, 2);
    assertFails(() -> assertThat(x).isCloseTo(Elements.of(DType.F32, 1), Tolerance.of(1)), "1",
        "2");
    Tensor column = x.view(Shape.of(2, 1), new long[] {1, 1}, 0);
    assertFails(() -> assertThat(x).isCloseTo(column, Tolerance.of(1)), "[2, 1]");
    assertThat(x).isCloseTo(x, Tolerance.exact());
  }

  @Test
  void nanIsNearNanAndNothingElse() {
    Tensor x = scope.tensor(new float[] {Float.NaN, Float.POSITIVE_INFINITY}, 2);
    assertThat(x).isCloseTo(Elements.of(DType.F32, Double.NaN, Double.POSITIVE_INFINITY),
        Tolerance.of(1));
    assertFails(() -> assertThat(x).isCloseTo(Elements.of(DType.F32, 0, Double.POSITIVE_INFINITY),
        Tolerance.of(1e9)), "found NaN");
    assertFails(() -> assertThat(x).isCloseTo(Elements.of(DType.F32, Double.NaN, 1e30),
        Tolerance.of(1e9)), "found Infinity");
    assertFails(() -> assertThat(scope.tensor(new float[] {1}, 1))
        .isCloseTo(Elements.of(DType.F32, Double.POSITIVE_INFINITY), Tolerance.of(1e9)),
        "expected Infinity, found 1.0");
  }

  @Test
  void exactTellsTheZerosApart() {
    Tensor x = scope.tensor(new float[] {-0f}, 1);
    assertThat(x).isCloseTo(Elements.of(DType.F32, 0), Tolerance.of(1e-9));
    assertFails(() -> assertThat(x).isCloseTo(Elements.of(DType.F32, 0), Tolerance.exact()),
        "-0.0");
  }

  private static void assertFails(ThrowingCallable assertion, String... parts) {
    assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion)
        .satisfies(error -> org.assertj.core.api.Assertions.assertThat(error.getMessage())
            .contains(parts));
  }
}
