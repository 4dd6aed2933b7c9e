package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.kernel.Tolerance.Growth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToleranceTest {
  @Test
  void theBoundIsFloorPlusRelativeOfTheMagnitude() {
    Tolerance tolerance = new Tolerance(0.5, 0.25, Growth.NONE);

    assertThat(tolerance.bound(8, 1)).isEqualTo(2.5);
    assertThat(tolerance.bound(-8, 1_000)).isEqualTo(2.5);
    assertThat(tolerance.bound(0, 1)).isEqualTo(0.5);
  }

  @ParameterizedTest
  @CsvSource({"NONE, 16, 1", "SQRT, 16, 4", "LINEAR, 16, 16", "SQRT, 1, 1", "LINEAR, 0, 1",
    "SQRT, 0, 1", "LINEAR, -3, 1"})
  void bothPartsGrowWithTheReducedLength(Growth growth, long length, double factor) {
    Tolerance tolerance = new Tolerance(0.5, 0.25, Growth.NONE).growing(growth);

    assertThat(tolerance.bound(4, length)).isEqualTo(1.5 * factor);
  }

  @Test
  void exactAllowsNothing() {
    assertThat(Tolerance.exact().bound(123, 1_000_000)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN})
  void nothingIsNearAnInfinityOrNan(double expected) {
    for (Tolerance tolerance : new Tolerance[] {Tolerance.exact(), Tolerance.of(1),
      Tolerance.of(1).growing(Growth.LINEAR)}) {
      assertThat(tolerance.bound(expected, 10)).isZero();
      assertThat(Math.abs(5 - expected) <= tolerance.bound(expected, 10)).as("5 counts as near")
          .isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0", "0, -1", "NaN, 0", "0, NaN", "Infinity, 0", "0, Infinity",
    "1.7976931348623157E308, 1.7976931348623157E308"})
  void boundsThatBoundNothingAreRefused(double floor, double relative) {
    assertThatThrownBy(() -> new Tolerance(floor, relative, Growth.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("finite and not negative");
  }

  @Test
  void partsAreChangedOneByOne() {
    Tolerance tolerance = Tolerance.of(0.25).withFloor(0.125).growing(Growth.SQRT);

    assertThat(tolerance).isEqualTo(new Tolerance(0.125, 0.25, Growth.SQRT));
    assertThat(Tolerance.of(0.25)).isEqualTo(new Tolerance(0.25, 0.25, Growth.NONE));
  }
}
