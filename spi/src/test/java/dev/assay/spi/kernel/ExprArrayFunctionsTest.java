package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExprArrayFunctionsTest {
  /** Sizes with strides: small, so that every index can be visited. */
  static final class Strided {
    final long[] sizes;
    final long[] strides;

    Strided(long[] sizes, long[] strides) {
      this.sizes = sizes;
      this.strides = strides;
    }

    ExprScope scope() {
      return ExprScope.of(Map.of("shape", sizes, "strides", strides));
    }

    /** The position of every element in row-major order, by counting up like an odometer. */
    List<Long> positions() {
      List<Long> positions = new ArrayList<>();
      long[] index = new long[sizes.length];
      boolean empty = Arrays.stream(sizes).anyMatch(size -> size == 0);
      while (!empty) {
        long position = 0;
        for (int axis = 0; axis < sizes.length; axis++) {
          position += index[axis] * strides[axis];
        }
        positions.add(position);
        int axis = sizes.length - 1;
        while (axis >= 0 && ++index[axis] == sizes[axis]) {
          index[axis--] = 0;
        }
        empty = axis < 0;
      }
      return positions;
    }

    @Override
    public String toString() {
      return Arrays.toString(sizes) + " by " + Arrays.toString(strides);
    }
  }

  @Provide
  Arbitrary<Strided> anyStrides() {
    return Arbitraries.integers()
        .between(1, 4)
        .flatMap(rank -> Combinators.combine(
            Arbitraries.longs().between(0, 4).array(long[].class).ofSize(rank),
            Arbitraries.longs().between(0, 7).array(long[].class).ofSize(rank)).as(Strided::new));
  }

  /** Row-major strides, of which sometimes one is changed: dense, and just not dense. */
  @Provide
  Arbitrary<Strided> nearlyDense() {
    return Combinators
        .combine(anyStrides(), Arbitraries.integers().between(0, 9),
            Arbitraries.longs().between(0, 70))
        .as((strided, axis, other) -> {
          long[] strides = new long[strided.sizes.length];
          long stride = 1;
          for (int i = strides.length - 1; i >= 0; i--) {
            strides[i] = stride;
            stride *= strided.sizes[i];
          }
          if (axis < strides.length) {
            strides[axis] = other;
          }
          return new Strided(strided.sizes, strides);
        });
  }

  @Property
  void theExtentEndsBehindTheLastElementReached(@ForAll("anyStrides") Strided strided) {
    long expected =
        strided.positions().stream().mapToLong(position -> position + 1).max().orElse(0);

    assertThat(strided.scope().evaluate("extent(p.shape, p.strides)")).isEqualTo(expected);
  }

  @Property
  void denseMeansThatRowMajorOrderIsMemoryOrder(@ForAll("nearlyDense") Strided strided) {
    List<Long> positions = strided.positions();
    boolean dense = positions.equals(LongStream.range(0, positions.size()).boxed().toList());

    assertThat(strided.scope().evaluate("isDense(p.shape, p.strides)")).isEqualTo(dense ? 1 : 0);
  }

  @Property
  void theProductIsExactOrAnArithmeticException(
      @ForAll @Size(min = 1, max = 8) List<@LongRange(min = 0) Long> sizes) {
    ExprScope scope =
        ExprScope.of(Map.of("shape", sizes.stream().mapToLong(Long::longValue).toArray()));
    BigInteger expected =
        sizes.stream().map(BigInteger::valueOf).reduce(BigInteger.ONE, BigInteger::multiply);

    if (expected.bitLength() > 63) {
      assertThatThrownBy(() -> scope.evaluate("product(p.shape)"))
          .isInstanceOf(ArithmeticException.class);
    } else {
      assertThat(scope.evaluate("product(p.shape)")).isEqualTo(expected.longValueExact());
    }
  }

  @Test
  void aZeroAmongSizesOfAnyMagnitudeIsEmpty() {
    ExprScope scope =
        new Strided(new long[] {1L << 40, 1L << 40, 0}, new long[] {1L << 62, 1L << 62, 1}).scope();

    assertThat(scope.evaluate("product(p.shape)")).isZero();
    assertThat(scope.evaluate("extent(p.shape, p.strides)")).isZero();
    assertThat(scope.evaluate("isDense(p.shape, p.strides)")).isEqualTo(1);
  }

  @Test
  void anExtentBeyond64BitsIsAnArithmeticException() {
    ExprScope sum = new Strided(new long[] {2, 2}, new long[] {Long.MAX_VALUE, 1}).scope();
    ExprScope last = new Strided(new long[] {2}, new long[] {Long.MAX_VALUE}).scope();
    ExprScope product = new Strided(new long[] {1L << 33}, new long[] {1L << 32}).scope();

    for (ExprScope scope : List.of(sum, last, product)) {
      assertThatThrownBy(() -> scope.evaluate("extent(p.shape, p.strides)"))
          .isInstanceOf(ArithmeticException.class);
    }
    ExprScope largest = new Strided(new long[] {2}, new long[] {Long.MAX_VALUE - 1}).scope();
    assertThat(largest.evaluate("extent(p.shape, p.strides)")).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"extent(p.shape, p.strides)", "isDense(p.shape, p.strides)", "product(p.strides)"})
  void negativeNumbersAreRefused(String text) {
    ExprScope scope = new Strided(new long[] {3, 2}, new long[] {-2, 1}).scope();

    assertThatThrownBy(() -> scope.evaluate(text)).isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("[-2, 1]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"extent(p.shape, p.strides)", "isDense(p.shape, p.strides)"})
  void arraysOfDifferentLengthsAreRefused(String text) {
    ExprScope scope = new Strided(new long[] {3, 2}, new long[] {1}).scope();

    assertThatThrownBy(() -> scope.evaluate(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 and 1 elements");
  }
}
