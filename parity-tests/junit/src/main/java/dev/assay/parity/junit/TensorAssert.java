package dev.assay.parity.junit;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Tolerance;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.Arrays;
import org.apiguardian.api.API;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a tensor. Get one from {@link AssayAssertions#assertThat(Tensor)}. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TensorAssert extends AbstractAssert<TensorAssert, Tensor> {
  private static final int MOST_SHOWN = 5;

  TensorAssert(Tensor actual) {
    super(actual, TensorAssert.class);
  }

  /**
   * The tensor has these sizes.
   *
   * <pre>{@code
   * Tensor x = scope.tensor(new float[6], 2, 3);
   * assertThat(x).hasShape(2, 3); // passes
   * assertThat(x).hasShape(3, 2); // fails
   * assertThat(x).hasShape(6);    // fails
   * }</pre>
   */
  public TensorAssert hasShape(long... sizes) {
    isNotNull();
    Shape expected = Shape.of(sizes);
    if (!actual.shape().equals(expected)) {
      throw failureWithActualExpected(actual.shape(), expected,
          "expected a tensor of shape %s, but it has %s", expected, actual.shape());
    }
    return this;
  }

  /**
   * The tensor has this element type.
   *
   * <pre>{@code
   * Tensor x = scope.tensor(new float[] {1}, 1);
   * assertThat(x).hasDtype(DType.F32); // passes
   * assertThat(x).hasDtype(DType.F16); // fails
   * }</pre>
   */
  public TensorAssert hasDtype(DType expected) {
    isNotNull();
    if (actual.dtype() != expected) {
      throw failureWithActualExpected(actual.dtype(), expected,
          "expected a tensor of %s, but it is of %s", expected, actual.dtype());
    }
    return this;
  }

  /**
   * Every element is a finite number.
   *
   * <pre>{@code
   * assertThat(scope.tensor(new float[] {1, -2}, 2)).isFinite();        // passes
   * assertThat(scope.tensor(new float[] {1, Float.NaN}, 2)).isFinite(); // fails
   * }</pre>
   */
  public TensorAssert isFinite() {
    isNotNull();
    Elements values = actual.read();
    for (long i = 0; i < values.length(); i++) {
      if (!Double.isFinite(values.getDouble(i))) {
        throw failure("expected finite elements, but element %s of %s is %s", place(i),
            actual.shape(), values.getDouble(i));
      }
    }
    return this;
  }

  /**
   * Every element lies as near to the expected one as the tolerance says; NaN is near NaN, an infinity near itself. An
   * expectation of as many elements is needed: nothing is broadcast.
   *
   * <pre>{@code
   * Tensor x = scope.tensor(new float[] {1, 2.00001f}, 2);
   * assertThat(x).isCloseTo(Elements.of(DType.F32, 1, 2), Tolerance.of(1e-4)); // passes
   * assertThat(x).isCloseTo(Elements.of(DType.F32, 1, 2), Tolerance.exact());  // fails
   * assertThat(x).isCloseTo(Elements.of(DType.F32, 1), Tolerance.of(1e-4));    // fails: another length
   * }</pre>
   */
  public TensorAssert isCloseTo(Elements expected, Tolerance tolerance) {
    isNotNull();
    Elements values = actual.read();
    if (values.length() != expected.length()) {
      throw failureWithActualExpected(values.length(), expected.length(),
          "expected %s elements, but there are %s", expected.length(), values.length());
    }
    StringBuilder far = new StringBuilder();
    long count = 0;
    for (long i = 0; i < values.length(); i++) {
      double found = values.getDouble(i);
      double wanted = expected.getDouble(i);
      if (!isNear(found, wanted, tolerance)) {
        if (count++ < MOST_SHOWN) {
          far.append("\n  element ")
              .append(place(i))
              .append(": expected ")
              .append(wanted)
              .append(", found ")
              .append(found)
              .append(", allowed distance ")
              .append(tolerance.bound(wanted, 1));
        }
      }
    }
    if (count > 0) {
      throw failure("%s of %s elements of %s are too far from what was expected:%s", count,
          values.length(), actual.shape(), far);
    }
    return this;
  }

  /**
   * The same with another tensor, of the same shape, as the expectation.
   *
   * <pre>{@code
   * assertThat(ops.relu(x)).isCloseTo(ops.maximum(x, zero), Tolerance.exact()); // passes
   * assertThat(ops.relu(x)).isCloseTo(x, Tolerance.exact());                    // fails where x is negative
   * }</pre>
   */
  public TensorAssert isCloseTo(Tensor expected, Tolerance tolerance) {
    return hasShape(expected.shape().sizes()).isCloseTo(expected.read(), tolerance);
  }

  private static boolean isNear(double found, double wanted, Tolerance tolerance) {
    // Compare tells −0 from 0 and finds NaN equal to itself.
    boolean same = Double.compare(found, wanted) == 0;
    boolean exact = tolerance.floor() == 0 && tolerance.relative() == 0;
    return same || (!exact && Math.abs(found - wanted) <= tolerance.bound(wanted, 1));
  }

  /** The position of an element, counted row-major, as indices on each axis. */
  private String place(long element) {
    long[] sizes = actual.shape().sizes();
    long[] indices = new long[sizes.length];
    long rest = element;
    for (int axis = sizes.length - 1; axis >= 0; axis--) {
      indices[axis] = rest % sizes[axis];
      rest /= sizes[axis];
    }
    return Arrays.toString(indices);
  }
}
