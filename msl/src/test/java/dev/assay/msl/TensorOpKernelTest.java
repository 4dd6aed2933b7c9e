package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.kernel.Access;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TensorOpKernelTest {
  @ParameterizedTest
  @CsvSource({"CHECKED,product_nn", "FAST,product_nn", "FAST,product_tn", "FAST,product_nt",
    "CHECKED,product_tt", "FAST,product_tt"})
  void cooperativeTensorsLieInTheLanesThatMatrixKernelsLoad(MslBuild build, String kernel) {
    boolean left = kernel.charAt(8) == 't';
    boolean right = kernel.charAt(9) == 't';
    Random random = new Random(5);
    // Integers, so that every sum is exact.
    short[] a = halves(random, 16 * 16);
    short[] b = halves(random, 16 * 32);
    float[] c = new float[16 * 32];
    float[] expected = new float[c.length];
    for (int i = 0; i < c.length; i++) {
      c[i] = i % 7;
      expected[i] = c[i];
      for (int k = 0; k < 16; k++) {
        int row = i / 32;
        int column = i % 32;
        expected[i] += Float.float16ToFloat(a[left ? k * 16 + row : row * 16 + k])
            * Float.float16ToFloat(b[right ? column * 16 + k : k * 32 + column]);
      }
    }
    Fixture.kernel(build, "tensor_ops.metal", kernel)
        .dispatch()
        .bind("a", a)
        .bind("b", b)
        .bind("c", c)
        .threads(32, 32);
    assertThat(c).containsExactly(expected);
  }

  private static short[] halves(Random random, int count) {
    short[] values = new short[count];
    for (int i = 0; i < count; i++) {
      values[i] = Float.floatToFloat16(random.nextInt(-9, 10));
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void indicesTellWhereElementsOfSeveralTilesStand(MslBuild build) {
    Random random = new Random(6);
    byte[] a = new byte[32 * 32];
    byte[] b = new byte[48 * 32];
    random.nextBytes(a);
    random.nextBytes(b);
    int[] c = new int[32 * 48];
    Fixture.kernel(build, "tensor_ops.metal", "indexed")
        .dispatch()
        .bind("a", a)
        .bind("b", b)
        .bind("c", c)
        .access("c", Access.WRITE_ALL)
        .threads(32, 32);
    for (int i = 0; i < c.length; i++) {
      int sum = 0;
      for (int k = 0; k < 32; k++) {
        sum += a[i / 48 * 32 + k] * b[i % 48 * 32 + k];
      }
      assertThat(c[i]).isEqualTo(sum);
    }
  }

  @Test
  void productsOfTensorsInMemoryAreRefused() {
    assertThatThrownBy(() -> Fixture.kernel(MslBuild.FAST, "tensor_ops.metal", "handles"))
        .hasMessageContaining("handles");
  }
}
