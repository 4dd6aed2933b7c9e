package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Forms that compilers to MSL and hand-written matrix libraries use, which people seldom do. */
class GeneratedFormsTest {
  private static final int W = 12;
  private static final int TURN = 16;
  private static final int COUNT = 64;

  @ParameterizedTest
  @EnumSource
  void qualifiedNamesAndConversionsToDefaultsMeanWhatTheySay(MslBuild build) {
    int[] values = {1, 2, 7, 27, 97};
    MemorySegment mixed = MemorySegment.ofArray(new float[20]);
    for (int column = 0; column < 3; column++) {
      mixed.set(ValueLayout.JAVA_FLOAT, TURN + column * 20L, column + 1f);
    }
    Fixture.kernel(build, "generated.metal", "collatz")
        .dispatch()
        .bind("values", values)
        .bind("mixed", mixed)
        .bind("sizes", MemorySegment.ofArray(new int[] {20}))
        .threadgroup("shared", 80)
        .threads(5, 5);
    assertThat(values).containsExactly(0, 1, 16, 111, 118);
    float[] place = {
      mixed.get(ValueLayout.JAVA_FLOAT, 0), mixed.get(ValueLayout.JAVA_FLOAT, 4),
      mixed.get(ValueLayout.JAVA_FLOAT, 8)};
    assertThat(place).containsExactly(-1f, 0f, 3f);
    assertThat(mixed.get(ValueLayout.JAVA_FLOAT, W)).isEqualTo(-1f);
    assertThat(mixed.get(ValueLayout.JAVA_INT, COUNT)).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void matricesMultiplyThroughTheirElementsAndThroughTheirStorage(MslBuild build) {
    Random random = new Random(3);
    float[] a = new float[64];
    float[] b = new float[64];
    for (int i = 0; i < 64; i++) {
      a[i] = random.nextFloat() - 0.5f;
      b[i] = random.nextFloat() - 0.5f;
    }
    float[] out = new float[128];
    Fixture.kernel(build, "generated.metal", "multiply_both")
        .dispatch()
        .bind("a", a)
        .bind("b", b)
        .bind("out", out)
        .threads(32, 32);
    for (int row = 0; row < 8; row++) {
      for (int column = 0; column < 8; column++) {
        double sum = 0;
        for (int k = 0; k < 8; k++) {
          sum += (double) a[row * 8 + k] * b[k * 8 + column];
        }
        int at = row * 8 + column;
        assertThat((double) out[at]).isCloseTo(sum + 1, within(1e-6));
        assertThat((double) out[64 + at]).isCloseTo(sum, within(1e-6));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void fieldsCalledLikeSwizzlesStandBesideSwizzles(MslBuild build) {
    float[] out = new float[16];
    float[] point = new float[12];
    point[0] = 10;
    point[1] = 20;
    point[2] = 30;
    float[] pair = {1, 2};
    Fixture.kernel(build, "generated.metal", "fields")
        .dispatch()
        .bind("out", out)
        .bind("p", point)
        .bind("q", pair)
        .threads(1, 1);
    assertThat(out).containsExactly(10, 20, 30, 3, 8, 4, 2, 7, 3, 2, 1, 0, 3, 4, 3, 4);
    assertThat(pair).containsExactly(5, 7);
  }

  @ParameterizedTest
  @EnumSource
  void coherentMemoryIsBoundAsAnyOther(MslBuild build) {
    int[] stamps = new int[3];
    int[] out = new int[3];
    Fixture.kernel(build, "generated.metal", "fence")
        .dispatch()
        .bind("stamps", stamps)
        .bind("out", out)
        .bind("value", new int[] {7})
        .threads(3, 3);
    assertThat(stamps).containsExactly(7, 8, 9);
    assertThat(out).containsExactly(7, 8, 9);
  }
}
