package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Names inside Apple's library that sources define, specialise or call. */
class LibraryNameTest {
  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void sourcesAddToTheLibraryAndCallItsInternals(MslBuild build) {
    float[] out = new float[20];
    Fixture.kernel(build, "library_names.metal", "names")
        .dispatch()
        .bind("out", out)
        .bind("x", new float[] {1.001f})
        .bind("z", new float[] {3, 5})
        .bind("n", 11)
        .threads(1, 1);
    float exp = (float) Math.exp(1.001f);
    assertThat(out).containsExactly(10, 10, 7, -Float.MAX_VALUE, 110, exp, exp, exp, 2.71875f,
        1.001f / 4, 0.75f, 4, -2, -5, 6, 10, 1, 3, 1, 10);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void lanesAskForTheirIndexByTheCompilersName(MslBuild build) {
    int[] out = new int[70];
    Fixture.kernel(build, "library_names.metal", "lanes")
        .dispatch()
        .bind("out", out)
        .threads(70, 70);
    int[] expected = new int[70];
    Arrays.setAll(expected, i -> i % 32 * 100 + 32);
    assertThat(out).containsExactly(expected);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void lanesVoteBitByBitByTheCompilersNames(MslBuild build) {
    int[] out = new int[32];
    Fixture.kernel(build, "library_names.metal", "votes")
        .dispatch()
        .bind("out", out)
        .threads(32, 32);
    // The xor of 0 to 31 is 0, the and of all with bit 6 set is 64, the or is 31.
    assertThat(out).containsOnly(64 + 31);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void kernelsThatLogRunAsWithoutALogState(MslBuild build) {
    int[] out = {5, 6, 7};
    Fixture.kernel(build, "library_names.metal", "logs")
        .dispatch()
        .bind("out", out)
        .threads(3, 3);
    assertThat(out).containsExactly(5, 7, 9);
  }
}
