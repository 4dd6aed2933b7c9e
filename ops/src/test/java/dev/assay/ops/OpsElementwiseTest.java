package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.op.Shape;
import dev.assay.spi.op.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OpsElementwiseTest {
  private final ArrayScope scope = new ArrayScope();
  private final Ops ops = new Ops(scope);

  private Tensor floats(DType dtype, double... values) {
    return scope.tensor(Elements.of(dtype, values), Shape.of(values.length));
  }

  private Tensor integers(DType dtype, long... values) {
    return scope.tensor(Elements.ofLongs(dtype, values), Shape.of(values.length));
  }

  @ParameterizedTest
  @EnumSource(names = {"I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64"})
  void integersOfEveryWidthWrapAtItsEnds(DType dtype) {
    long last = dtype == DType.U64 ? -1 : dtype.maxLong();
    Tensor most = integers(dtype, last, last);
    Tensor steps = integers(dtype, 1, 2);

    Elements sums = ops.add(most, steps).read();

    assertThat(sums.getLong(0)).isEqualTo(dtype.minLong());
    assertThat(sums.getLong(1)).isEqualTo(dtype.minLong() + 1);
    assertThat(ops.sub(ops.add(most, steps), steps).read().sameBits(most.read())).isTrue();
    assertThat(ops.max(most, steps).read().sameBits(most.read())).isTrue();
    assertThat(ops.min(most, steps).read().sameBits(steps.read())).isTrue();
  }

  @Test
  void anIntegerDividedByZeroIsAnErrorAndNoNumber() {
    Tensor five = integers(DType.I32, 5, 6);
    Tensor zeros = integers(DType.I32, 1, 0);
    Tensor negative = integers(DType.I32, 1, -1);

    assertThatThrownBy(() -> ops.div(five, zeros))
        .isInstanceOfSatisfying(InvalidInputException.class,
            error -> GoldenFile.assertMatches("div-integer-by-zero", error.getMessage()));
    assertThatThrownBy(() -> ops.pow(integers(DType.I8, 3, 0), integers(DType.I8, 2, -1)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("0 to the power of -1");
    assertThat(ops.div(five, negative).read().getLong(1)).isEqualTo(-6);
  }

  @Test
  void unaryOperationsTakeViewsAndAllThreeFloatingPointTypes() {
    for (DType dtype : List.of(DType.F32, DType.F16, DType.BF16)) {
      Tensor x = ops.transpose(ops.reshape(floats(dtype, 0.25, 1, 4, 16), 2, 2));
      double error = dtype == DType.F32 ? 1e-6 : dtype == DType.F16 ? 1e-3 : 1e-2;

      assertThat(ops.rsqrt(x).read().toDoubles()).containsExactly(2, 0.5, 1, 0.25);
      assertThat(ops.exp(ops.log(x)).read().getDouble(3)).isCloseTo(16, within(16 * 2 * error));
      assertThat(ops.relu(ops.neg(x)).read().toDoubles()).containsOnly(0);
      assertThat(ops.abs(ops.neg(x)).read().sameBits(x.read())).isTrue();
      assertThat(ops.sigmoid(x).read().getDouble(2)).isCloseTo(0.7310585786, within(error));
      assertThat(ops.tanh(x).read().getDouble(2)).isCloseTo(0.761594156, within(error));
      assertThat(ops.erf(x).read().getDouble(2)).isCloseTo(0.8427007929, within(error));
      assertThat(ops.softplus(x).read().getDouble(2)).isCloseTo(1.3132616875, within(2 * error));
    }
  }

  @Test
  void clipTakesOpenBoundsAndLetsTheUpperOneWin() {
    Tensor x = floats(DType.F32, -3, 0.5, 9);

    assertThat(ops.clip(x, -1, Double.POSITIVE_INFINITY).read().toDoubles())
        .containsExactly(-1, 0.5, 9);
    assertThat(ops.clip(x, 2, 1).read().toDoubles()).containsOnly(1);
  }

  @Test
  void whereBroadcastsAllThreeAndMovesEveryType() {
    Tensor rows = ops.reshape(integers(DType.BOOL, 1, 0), 2, 1);

    Tensor chosen = ops.where(rows, integers(DType.I64, 1, 2, Long.MIN_VALUE),
        integers(DType.I64, -1));

    assertThat(chosen.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(chosen.read()
        .sameBits(
            Elements.ofLongs(DType.I64, 1, 2, Long.MIN_VALUE, -1, -1, -1)))
        .isTrue();
  }

  @Test
  void castRoundsTruncatesSaturatesAndLeavesATensorOfTheTypeAlone() {
    Tensor x = floats(DType.F32, 1.5, -2.9, 300, Double.NaN, 1 + 0x1p-11 + 0x1p-20);

    assertThat(ops.cast(x, DType.F32)).isSameAs(x);
    assertThat(ops.cast(x, DType.U8).read().toDoubles()).containsExactly(1, 0, 255, 0, 1);
    assertThat(ops.cast(x, DType.I8).read().toDoubles()).containsExactly(1, -2, 127, 0, 1);
    assertThat(ops.cast(x, DType.BOOL).read().toDoubles()).containsOnly(1);
    assertThat(ops.cast(x, DType.F16).read().getDouble(4)).isEqualTo(1 + 0x1p-10);
    assertThat(ops.cast(ops.cast(x, DType.BF16), DType.F32).read().getDouble(3)).isNaN();
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void castKeepsSmallWholeNumbersBetweenAllTypes(DType from) {
    Tensor x = scope.tensor(Elements.of(from, 0, 1, 1, 0), Shape.of(4));
    for (DType to : DType.values()) {
      assertThat(ops.cast(x, to).read().toDoubles()).as("%s", to).containsExactly(0, 1, 1, 0);
    }
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeAnythingIsAllocated() {
    Tensor x = floats(DType.F32, 1, 2, 3);
    Tensor wide = integers(DType.I64, 1, 2, 3);
    long before = scope.allocated();

    assertThatThrownBy(() -> ops.where(x, x, wide))
        .isInstanceOfSatisfying(InvalidCallException.class,
            error -> GoldenFile.assertMatches("where-types", error.getMessage()));
    assertThatThrownBy(() -> ops.clip(x, Double.NaN, 1))
        .isInstanceOfSatisfying(InvalidCallException.class,
            error -> GoldenFile.assertMatches("clip-bounds", error.getMessage()));
    assertThat(scope.allocated()).isEqualTo(before);
  }
}
