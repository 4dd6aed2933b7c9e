package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.kernel.Access;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VectorKernelTest {
  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void constructorsSwizzlesAndLayoutsFollowMsl(MslBuild build) {
    // float3 takes 16 bytes, packed_float3 12, half2 4 and uchar4 4: 48 with the struct's alignment.
    ByteBuffer poses = ByteBuffer.allocate(2 * 48).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 2; i++) {
      int at = i * 48;
      poses.putFloat(at, 1 + i).putFloat(at + 4, 2 + i).putFloat(at + 8, 9);
      poses.putFloat(at + 16, 0.5f).putFloat(at + 20, 0.25f).putFloat(at + 24, 6.5f);
      poses.putShort(at + 28, Float.floatToFloat16(1.5f));
      poses.putShort(at + 30, Float.floatToFloat16(-4f));
      poses.put(at + 32, (byte) 250).put(at + 33, (byte) 4).put(at + 34, (byte) 0);
      poses.put(at + 35, (byte) 200);
    }
    float[] out = new float[16];
    Fixture.kernel(build, "vectors.metal", "build")
        .dispatch()
        .bind("poses", poses.array())
        .bind("out", out)
        .bind("choice", new int[] {1, 0})
        .access("out", Access.WRITE_ALL)
        .threads(2, 2);
    for (int i = 0; i < 2; i++) {
      float x = 1 + i;
      float y = 2 + i;
      float z = 1.5f + 0.25f;
      float w = -4f + 0.5f;
      float[] v = {y, x, z, w};
      for (int k = 0; k < 4; k++) {
        float large = v[k] >= 2 ? 100 : 0;
        assertThat(out[i * 8 + k]).isEqualTo(v[k] + large + 5 + k);
      }
      // Bytes wrap before they widen: 250 + 1, 4 + 2.
      assertThat(out[i * 8 + 4]).isEqualTo(251 - 3);
      assertThat(out[i * 8 + 5]).isEqualTo(6 - 3);
      assertThat(out[i * 8 + 6]).isEqualTo(-3);
      assertThat(out[i * 8 + 7]).isEqualTo(197 + 6.5f);
    }
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void halfArithmeticRoundsToNearestEvenAfterEachOperation(MslBuild build) {
    int n = 65536;
    short[] a = new short[n];
    short[] b = new short[n];
    Random random = new Random(7);
    for (int i = 0; i < n; i++) {
      a[i] = (short) i;
      b[i] = (short) random.nextInt(65536);
    }
    short[] sum = new short[n];
    short[] product = new short[n];
    short[] quotient = new short[n];
    Fixture.kernel(build, "vectors.metal", "halves")
        .dispatch()
        .bind("a", a)
        .bind("b", b)
        .bind("sum", sum)
        .bind("product", product)
        .bind("quotient", quotient)
        .threads(n, 256);
    for (int i = 0; i < n; i++) {
      float x = Float.float16ToFloat(a[i]);
      float y = Float.float16ToFloat(b[i]);
      // A float holds more than twice a half's digits and two, so rounding twice is rounding once.
      assertSameHalf(sum[i], x + y);
      assertSameHalf(product[i], x * y);
      assertSameHalf(quotient[i], x / y);
    }
  }

  private static void assertSameHalf(short actual, float exact) {
    if (Float.isNaN(exact)) {
      assertThat(Float.float16ToFloat(actual)).isNaN();
    } else {
      assertThat(actual).isEqualTo(Float.floatToFloat16(exact));
    }
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void bfloatRoundsToNearestEvenAndKeepsNan(MslBuild build) {
    int n = 100_003;
    float[] a = new float[n];
    float[] b = new float[n];
    Random random = new Random(11);
    for (int i = 0; i < n; i++) {
      a[i] = Float.intBitsToFloat(random.nextInt());
      b[i] = (float) (random.nextGaussian() * 100);
    }
    float[] special =
        {0f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.MAX_VALUE, Float.MIN_VALUE,
          Float.intBitsToFloat(0x3f808000), Float.intBitsToFloat(0x3f818000),
          Float.intBitsToFloat(0x7f800001), 1.1754942e-38f};
    System.arraycopy(special, 0, a, 0, special.length);
    short[] converted = new short[n];
    short[] sum = new short[n];
    Fixture.kernel(build, "vectors.metal", "bfloats")
        .dispatch()
        .bind("a", a)
        .bind("b", b)
        .bind("converted", converted)
        .bind("sum", sum)
        .threads(n, 64);
    for (int i = 0; i < n; i++) {
      assertSameBfloat(converted[i], a[i]);
      assertSameBfloat(sum[i], fromBfloat(bfloat(a[i])) + fromBfloat(bfloat(b[i])));
    }
  }

  private static void assertSameBfloat(short actual, float exact) {
    if (Float.isNaN(exact)) {
      assertThat(fromBfloat(actual)).isNaN();
    } else {
      assertThat(actual).isEqualTo(bfloat(exact));
    }
  }

  private static float fromBfloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Rounds by adding half of the last kept place, less where a tie would go to an odd value. */
  private static short bfloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | 0x40);
    }
    return (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void integerFunctionsAgreeWithJava(MslBuild build) {
    int[] edges = {0, 1, -1, 7, -8, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x12345678, -123456789};
    int n = edges.length * edges.length;
    int[] a = new int[n];
    int[] b = new int[n];
    for (int i = 0; i < n; i++) {
      a[i] = edges[i / edges.length];
      b[i] = edges[i % edges.length];
    }
    int[] out = new int[n * 12];
    Fixture.kernel(build, "vectors.metal", "integers")
        .dispatch()
        .bind("a", a)
        .bind("b", b)
        .bind("out", out)
        .access("out", Access.WRITE_ALL)
        .threads(n, 17);
    for (int i = 0; i < n; i++) {
      int x = a[i];
      int y = b[i];
      int[] expected = {
        x + y,
        x * y,
        Integer.bitCount(x),
        Integer.numberOfLeadingZeros(x),
        Integer.rotateLeft(x, 7),
        (int) (((long) x * y) >> 32),
        Math.clamp((long) x + y, Integer.MIN_VALUE, Integer.MAX_VALUE),
        Math.clamp(x, -5, 5),
        (int) Math.abs((long) x - y),
        (x >>> 3) & 511,
        Integer.reverse(x),
        Math.min(x, y) ^ Math.max(Math.max(x, y), 7)
      };
      for (int k = 0; k < 12; k++) {
        assertThat(out[i * 12 + k]).as("result %d of %d and %d", k, x, y).isEqualTo(expected[k]);
      }
    }
  }
}
