package dev.assay.spi.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.GoldenFile;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {
  @Property
  void broadcastingIsThatOfEveryAxisAlignedAtTheEnd(
      @ForAll @Size(max = 4) List<@LongRange(max = 3) Long> a,
      @ForAll @Size(max = 4) List<@LongRange(max = 3) Long> b) {
    Shape left = shape(a);
    Shape right = shape(b);
    int rank = Math.max(a.size(), b.size());
    long[] expected = new long[rank];
    boolean fits = true;
    for (int fromEnd = 1; fromEnd <= rank; fromEnd++) {
      long x = fromEnd <= a.size() ? a.get(a.size() - fromEnd) : 1;
      long y = fromEnd <= b.size() ? b.get(b.size() - fromEnd) : 1;
      fits &= x == y || x == 1 || y == 1;
      // Not the larger one: 1 and 0 give 0.
      expected[rank - fromEnd] = x == 1 ? y : x;
    }

    if (fits) {
      assertThat(left.broadcast(right)).isEqualTo(Shape.of(expected))
          .isEqualTo(right.broadcast(left));
    } else {
      assertThatThrownBy(() -> left.broadcast(right)).isInstanceOf(InvalidCallException.class)
          .extracting(error -> ((InvalidCallException) error).code())
          .isEqualTo(Codes.SHAPE_INVALID);
    }
  }

  @Property
  void stridesCountTheElementsBehindEachAxis(
      @ForAll @Size(max = 5) List<@LongRange(max = 6) Long> sizes) {
    Shape shape = shape(sizes);
    long[] strides = shape.denseStrides();

    for (int axis = 0; axis < sizes.size(); axis++) {
      long behind = sizes.stream()
          .skip(axis + 1)
          .mapToLong(size -> Math.max(1, size))
          .reduce(1, (x, y) -> x * y);
      assertThat(strides[axis]).isEqualTo(behind);
    }
    assertThat(shape.elements()).isEqualTo(sizes.stream().reduce(1L, (x, y) -> x * y));
    assertThat(shape.rank()).isEqualTo(sizes.size());
  }

  @Property
  void productsOfRangesMultiplyToTheWhole(
      @ForAll @Size(max = 5) List<@LongRange(min = 1, max = 9) Long> sizes, @ForAll int cut) {
    int at = Math.floorMod(cut, sizes.size() + 1);
    Shape shape = shape(sizes);

    assertThat(shape.product(0, at) * shape.product(at, sizes.size())).isEqualTo(shape.elements());
    assertThat(shape.product(at, at)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0, 4", "1, 2147483647", "-1, 3", "2, 1", "0, -1"})
  void aProductRangeOutsideTheAxesIsRefused(int from, int to) {
    assertThatThrownBy(() -> Shape.of(2, 3, 4).product(from, to))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void negativeAxesCountFromTheEnd() {
    Shape shape = Shape.of(2, 3, 4);

    assertThat(shape.size(-1)).isEqualTo(4);
    assertThat(shape.size(-3)).isEqualTo(2);
    assertThat(shape.axis(-2)).isEqualTo(1);
    assertThat(shape.with(-1, 7)).isEqualTo(Shape.of(2, 3, 7));
    assertThat(shape).isEqualTo(Shape.of(2, 3, 4));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, -4, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void anAxisOutsideTheRankIsRefused(int axis) {
    Shape shape = Shape.of(2, 3, 4);

    assertThatThrownBy(() -> shape.axis(axis)).isInstanceOf(InvalidCallException.class)
        .hasMessageContaining("axis " + axis);
    assertThatThrownBy(() -> shape.size(axis)).isInstanceOf(InvalidCallException.class);
    assertThatThrownBy(() -> shape.with(axis, 1)).isInstanceOf(InvalidCallException.class);
  }

  @Test
  void aScalarHasOneElementAndNoAxis() {
    assertThat(Shape.of().elements()).isEqualTo(1);
    assertThat(Shape.of().denseStrides()).isEmpty();
    assertThat(Shape.of()).hasToString("[]");
    assertThatThrownBy(() -> Shape.of().axis(0)).hasMessageContaining("the tensor is a scalar");
  }

  @Test
  void messagesSayWhatDoesNotFit() {
    GoldenFile.assertMessage("shape-broadcast",
        catchThrowable(() -> Shape.of(2, 3).broadcast(Shape.of(5, 2, 4))));
    GoldenFile.assertMessage("shape-axis", catchThrowable(() -> Shape.of(2, 3).axis(2)));
    GoldenFile.assertMessage("shape-negative", catchThrowable(() -> Shape.of(2, -3)));
    GoldenFile.assertMessage("shape-overflow", catchThrowable(() -> Shape.of(1L << 31, 1L << 32)));
  }

  @Test
  void aProductBeyond64BitsIsRefusedByShapesAlone() {
    assertThat(Shape.of(1L << 31, 1L << 31).elements()).isEqualTo(1L << 62);
    assertThat(Shape.of(Long.MAX_VALUE).elements()).isEqualTo(Long.MAX_VALUE);
    for (long[] sizes : new long[][] {{1L << 31, 1L << 32}, {Long.MAX_VALUE, 2},
      {3, Long.MAX_VALUE / 2}}) {
      InvalidCallException error =
          catchThrowableOfType(InvalidCallException.class, () -> Shape.of(sizes));
      assertThat(error.code()).isEqualTo(Codes.INDEX_OVERFLOW);
      assertThat(error).hasCauseInstanceOf(ArithmeticException.class);
    }
  }

  @Test
  void noSizeOfZeroHidesStridesThatWouldWrap() {
    assertThatThrownBy(() -> Shape.of(0, 1L << 32, 1L << 31))
        .isInstanceOf(InvalidCallException.class);
    assertThat(Shape.of(0, 1L << 31, 1L << 31).denseStrides()).containsExactly(1L << 62, 1L << 31,
        1);
    assertThat(Shape.of(0, 1L << 31, 1L << 31).elements()).isZero();
  }

  @Test
  void theArrayHandedInOrOutIsACopy() {
    long[] sizes = {2, 3};
    Shape shape = Shape.of(sizes);

    sizes[0] = 9;
    shape.sizes()[1] = 9;

    assertThat(shape.sizes()).containsExactly(2, 3);
    assertThat(shape).hasToString("[2, 3]")
        .hasSameHashCodeAs(Shape.of(2, 3))
        .isNotEqualTo(Shape.of(2, 3, 1));
  }

  private static Shape shape(List<Long> sizes) {
    return Shape.of(sizes.stream().flatMapToLong(LongStream::of).toArray());
  }
}
