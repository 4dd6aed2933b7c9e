package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShortFloatCastTest {
  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void everyHalfBecomesTheNearestBfloatAndBack(MslBuild build) {
    short[] all = new short[65536];
    for (int i = 0; i < all.length; i++) {
      all[i] = (short) i;
    }
    short[] bfloats = copy(build, "copy_half_bfloat", all);
    short[] halves = copy(build, "copy_bfloat_half", all);
    for (int i = 0; i < all.length; i++) {
      float half = Float.float16ToFloat(all[i]);
      float bfloat = fromBfloat(all[i]);
      if (Float.isNaN(half)) {
        assertThat(fromBfloat(bfloats[i])).isNaN();
      } else {
        // Half of the last place that is kept, less where a tie would go to an odd value.
        int bits = Float.floatToRawIntBits(half);
        assertThat(bfloats[i]).isEqualTo((short) ((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
      }
      if (Float.isNaN(bfloat)) {
        assertThat(Float.float16ToFloat(halves[i])).isNaN();
      } else {
        assertThat(halves[i]).isEqualTo(Float.floatToFloat16(bfloat));
      }
    }
  }

  private static short[] copy(MslBuild build, String kernel, short[] in) {
    short[] out = new short[in.length];
    Fixture.kernel(build, "casts.metal", kernel)
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .threads(in.length, 256);
    return out;
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void otherTypesAreCastAsBefore(MslBuild build) {
    int[] ints = new int[2];
    Fixture.kernel(build, "casts.metal", "copy_half_int")
        .dispatch()
        .bind("in", new short[] {Float.floatToFloat16(2.75f), Float.floatToFloat16(-3.5f)})
        .bind("out", ints)
        .threads(2, 2);
    assertThat(ints).containsExactly(2, -3);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void castsOfAllFormsAreTaken(MslBuild build) {
    float[] out = new float[8];
    Fixture.kernel(build, "casts.metal", "forms")
        .dispatch()
        .bind("h", new short[] {Float.floatToFloat16(1.5f), Float.floatToFloat16(-0.25f)})
        .bind("b", new short[] {0x4040, (short) 0xc000})
        .bind("out", out)
        .threads(1, 1);
    // 0x4040 is 3 and 0xc000 is -2; a third in half is 0x3eaaa000 as a float.
    assertThat(out).containsExactly(1.5f + 3 - 0.25f, 3 + 2, 1, -2, 1.5f, 1.5f, 3,
        fromBfloat((short) 0x3eab));
  }

  private static float fromBfloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }
}
