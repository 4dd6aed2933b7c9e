package dev.assay.spi.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every draw here is from a fixed seed: a test that passes once passes always. */
class CaseRandomTest {
  private static List<Object> draws(CaseRandom random) {
    List<Object> draws = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Collections.addAll(draws, random.size(300), random.sizeOrEmpty(20), random.between(-5, 5),
          random.flip(),
          random.oneOf("a", "b", "c"), random.uniform(-1, 1),
          Arrays.toString(random.values(DType.F32, 3).toDoubles()),
          Arrays.toString(random.values(DType.I8, 3).toDoubles()),
          Arrays.toString(random.values(DType.F16, 3, 2, 4).toDoubles()));
    }
    return draws;
  }

  @Test
  void aSeedGivesTheSameChoicesAgain() {
    assertThat(draws(new CaseRandom(42))).isEqualTo(draws(new CaseRandom(42)));
    assertThat(draws(new CaseRandom(42))).isNotEqualTo(draws(new CaseRandom(43)));
  }

  @Test
  void aSeedFromAnOldReportStillGivesItsChoices() {
    CaseRandom random = new CaseRandom(42);

    assertThat(IntStream.range(0, 12).map(i -> random.size(300))).as("sizes of seed 42")
        .containsExactly(4, 257, 8, 16, 15, 129, 129, 17, 8, 127, 65, 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 300})
  void sizesStayWithinTheirLimitAndReachBothEnds(int most) {
    CaseRandom random = new CaseRandom(1);
    List<Integer> sizes = IntStream.range(0, 20_000).mapToObj(i -> random.size(most)).toList();

    assertThat(sizes).allMatch(size -> size >= 1 && size <= most).contains(1);
    assertThat(Collections.max(sizes)).isGreaterThanOrEqualTo(Math.min(most, 257));
  }

  @Test
  void sizesAtWhichKernelsBreakAreCommon() {
    CaseRandom random = new CaseRandom(2);
    List<Integer> sizes = IntStream.range(0, 20_000).mapToObj(i -> random.size(300)).toList();

    for (int edge : new int[] {1, 2, 3, 31, 32, 33, 37, 97, 127, 128, 129, 257}) {
      assertThat(Collections.frequency(sizes, edge)).as("size %d", edge).isGreaterThan(200);
    }
  }

  @Test
  void aSmallLimitStillReachesSizesThatAreNoEdge() {
    CaseRandom random = new CaseRandom(3);

    assertThat(IntStream.range(0, 20_000).mapToObj(i -> random.size(12)).toList()).contains(6, 9,
        10, 11, 12);
  }

  @Test
  void emptyComesNowAndThen() {
    CaseRandom random = new CaseRandom(4);
    long empty = IntStream.range(0, 12_000).filter(i -> random.sizeOrEmpty(50) == 0).count();

    assertThat(empty).isBetween(800L, 1200L);
  }

  @Test
  void betweenReachesBothEndsAndNothingElse() {
    CaseRandom random = new CaseRandom(5);

    assertThat(IntStream.range(0, 1000).mapToObj(i -> random.between(-1, 2)).distinct())
        .containsExactlyInAnyOrder(-1, 0, 1, 2);
    assertThatThrownBy(() -> random.between(2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> random.size(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void floatsHaveBothSignsAndWideRangeAndAreFinite(DType type) {
    double[] values = new CaseRandom(6).values(type, 4000).toDoubles();

    assertThat(Arrays.stream(values)).allMatch(Double::isFinite);
    assertThat(count(values, value -> value < 0)).isBetween(1800L, 2200L);
    assertThat(count(values, value -> value != 0 && Math.abs(value) < 5e-3)).as("tiny")
        .isGreaterThan(300);
    assertThat(count(values, value -> Math.abs(value) > 8)).as("large").isGreaterThan(200);
    assertThat(Arrays.stream(values).average().orElseThrow()).isBetween(-1.0, 1.0);
    assertThat(Arrays.stream(values).distinct().count()).isGreaterThan(400);
  }

  @ParameterizedTest
  @EnumSource(names = {"I8", "I16", "I32", "I64", "U8", "U16", "U32"})
  void integersSpanTheirRange(DType type) {
    Elements values = new CaseRandom(7).values(type, 4000);
    long[] longs = IntStream.range(0, 4000).mapToLong(values::getLong).sorted().toArray();

    double span = (double) type.maxLong() - type.minLong();
    assertThat(longs[0] - (double) type.minLong()).as("distance of the smallest")
        .isLessThan(span / 100);
    assertThat(type.maxLong() - (double) longs[3999]).as("distance of the largest")
        .isLessThan(span / 100);
  }

  @Test
  void booleansAreBothAndNothingElse() {
    Elements values = new CaseRandom(8).values(DType.BOOL, 1000);

    assertThat(IntStream.range(0, 1000).mapToObj(values::getLong).distinct())
        .containsExactlyInAnyOrder(0L, 1L);
  }

  @Test
  void uniformValuesFillTheirInterval() {
    double[] values = new CaseRandom(9).values(DType.F32, 4000, -3, 5).toDoubles();

    assertThat(Arrays.stream(values)).allMatch(value -> value >= -3 && value <= 5);
    assertThat(Arrays.stream(values).min().orElseThrow()).isLessThan(-2.9);
    assertThat(Arrays.stream(values).max().orElseThrow()).isGreaterThan(4.9);
    assertThat(Arrays.stream(values).average().orElseThrow()).isBetween(0.8, 1.2);
  }

  private static long count(double[] values, DoublePredicate wanted) {
    return Arrays.stream(values).filter(wanted).count();
  }
}
