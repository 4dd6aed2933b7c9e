package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.msl.exec.Geometry;
import dev.assay.msl.exec.Size3;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.kernel.Access;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProductionKernelTest {
  @ParameterizedTest
  @CsvSource({"CHECKED,70", "FAST,70", "CHECKED,1", "FAST,33"})
  void softmaxTemplatesSumToOne(MslBuild build, int columns) {
    int rows = 3;
    Random random = new Random(1);
    float[] in = new float[rows * columns];
    for (int i = 0; i < in.length; i++) {
      in[i] = (float) (random.nextGaussian() * 20);
    }
    float[] out = new float[in.length];
    Fixture.kernel(build, "templates.metal", "softmax_float")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .bind("columns", columns)
        .run(Geometry.groups(Size3.of(rows), Size3.of(32)));
    for (int r = 0; r < rows; r++) {
      double max = Double.NEGATIVE_INFINITY;
      double sum = 0;
      for (int c = 0; c < columns; c++) {
        max = Math.max(max, in[r * columns + c]);
      }
      for (int c = 0; c < columns; c++) {
        sum += Math.exp(in[r * columns + c] - max);
      }
      for (int c = 0; c < columns; c++) {
        double expected = Math.exp(in[r * columns + c] - max) / sum;
        assertThat((double) out[r * columns + c]).isCloseTo(expected,
            within(1e-6 * expected + 1e-12));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void functionsAreTemplateArguments(MslBuild build) {
    float[] floats = {1, -3, 0.5f};
    Fixture.kernel(build, "templates.metal", "apply_twice")
        .dispatch()
        .bind("data", floats)
        .threads(3, 1);
    assertThat(floats).containsExactly(2, -6, 1);
    short[] halves = {Float.floatToFloat16(3), Float.floatToFloat16(-0.5f)};
    Fixture.kernel(build, "templates.metal", "apply_square")
        .dispatch()
        .bind("data", halves)
        .threads(2, 2);
    assertThat(Float.float16ToFloat(halves[0])).isEqualTo(9);
    assertThat(Float.float16ToFloat(halves[1])).isEqualTo(0.25f);
  }

  @ParameterizedTest
  @CsvSource({"CHECKED,33,47,19", "FAST,33,47,19", "FAST,64,64,64", "CHECKED,1,1,1",
    "FAST,100,5,70"})
  void simdgroupMatricesMultiplyTilesWithRaggedEdges(MslBuild build, int m, int n, int k) {
    Random random = new Random(m * 31 + n);
    float[] a = floats(random, m * k);
    float[] b = floats(random, k * n);
    float[] c = new float[m * n];
    Fixture.kernel(build, "templates.metal", "matmul_float")
        .dispatch()
        .bind("a", a)
        .bind("b", b)
        .bind("c", c)
        .bind("mnk", new int[] {m, n, k, 0})
        .access("c", Access.WRITE_ALL)
        .run(Geometry.groups(new Size3((n + 31) / 32, (m + 31) / 32, 1), Size3.of(128)));
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int e = 0; e < k; e++) {
          sum += (double) a[i * k + e] * b[e * n + j];
        }
        assertThat((double) c[i * n + j]).isCloseTo(sum, within(1e-5 * Math.sqrt(k)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void attentionFollowsTheTextbook(MslBuild build) {
    int d = 40;
    int queries = 5;
    int keys = 11;
    int heads = 4;
    int kvHeads = 2;
    Random random = new Random(21);
    float[] q = floats(random, heads * queries * d);
    float[] k = floats(random, kvHeads * keys * d);
    float[] v = floats(random, kvHeads * keys * d);
    float[] out = new float[q.length];
    float scale = 0.7f;
    ByteBuffer shape = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
    shape.putInt(queries).putInt(keys).putInt(heads).putInt(kvHeads).putFloat(scale);
    Fixture.kernel(build, "attention.metal", "attention_float_40")
        .dispatch()
        .bind("q", q)
        .bind("k", k)
        .bind("v", v)
        .bind("out", out)
        .bind("shape", shape.array())
        .run(Geometry.groups(new Size3(queries, heads, 1), Size3.of(32)));
    for (int h = 0; h < heads; h++) {
      for (int i = 0; i < queries; i++) {
        double[] weights = new double[keys];
        double max = Double.NEGATIVE_INFINITY;
        int visible = i + 1 + keys - queries;
        for (int j = 0; j < visible; j++) {
          for (int e = 0; e < d; e++) {
            weights[j] +=
                (double) q[(h * queries + i) * d + e] * scale * k[(h / 2 * keys + j) * d + e];
          }
          max = Math.max(max, weights[j]);
        }
        double sum = 0;
        for (int j = 0; j < visible; j++) {
          weights[j] = Math.exp(weights[j] - max);
          sum += weights[j];
        }
        for (int e = 0; e < d; e++) {
          double expected = 0;
          for (int j = 0; j < visible; j++) {
            expected += weights[j] / sum * v[(h / 2 * keys + j) * d + e];
          }
          assertThat((double) out[(h * queries + i) * d + e]).isCloseTo(expected, within(2e-6));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"CHECKED,96,64", "FAST,96,64", "FAST,2080,128"})
  void quantisedBlocksDequantise(MslBuild build, int columns, int threads) {
    int rows = 4;
    Random random = new Random(columns);
    int blocks = columns / 32;
    byte[] data = new byte[rows * blocks * 18];
    random.nextBytes(data);
    ByteBuffer view = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    for (int b = 0; b < rows * blocks; b++) {
      view.putShort(b * 18, Float.floatToFloat16((float) random.nextGaussian()));
    }
    float[] x = floats(random, columns);
    float[] y = new float[rows];
    Fixture.kernel(build, "attention.metal", "quantised_matvec")
        .dispatch()
        .bind("blocks", data)
        .bind("x", x)
        .bind("y", y)
        .bind("columns", columns)
        .run(Geometry.groups(Size3.of(rows), Size3.of(threads)));
    for (int r = 0; r < rows; r++) {
      double sum = 0;
      double magnitude = 0;
      for (int c = 0; c < columns; c++) {
        int at = (r * blocks + c / 32) * 18;
        int nibbles = data[at + 2 + c % 16] & 255;
        int value = (c % 32 < 16 ? nibbles & 15 : nibbles >> 4) - 8;
        double term = Float.float16ToFloat(view.getShort(at)) * value * (double) x[c];
        sum += term;
        magnitude += Math.abs(term);
      }
      assertThat((double) y[r]).isCloseTo(sum, within(1e-6 * magnitude));
    }
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void atomicsLoseNoUpdate(MslBuild build) {
    int[] values = new Random(4).ints(10_000, 0, 100).toArray();
    int[] histogram = new int[8];
    float[] total = {0};
    int[] largest = {Integer.MIN_VALUE};
    Fixture.kernel(build, "attention.metal", "count")
        .dispatch()
        .bind("values", values)
        .bind("histogram", histogram)
        .bind("total", total)
        .bind("largest", largest)
        .threads(values.length, 128);
    int[] expected = new int[8];
    int sum = 0;
    int max = 0;
    for (int value : values) {
      expected[value % 8]++;
      sum += value;
      max = Math.max(max, value);
    }
    assertThat(histogram).isEqualTo(expected);
    assertThat(total[0]).isEqualTo(sum);
    assertThat(largest[0]).isEqualTo(max);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void functionConstantsOfEveryTypeArriveAndGateArguments(MslBuild build) {
    Map<String, Object> constants = new HashMap<>();
    constants.put("negate", true);
    constants.put("shift", -7);
    constants.put("factor", 0.1f);
    constants.put("wide", 0xfedcba9800000001L >>> 1);
    constants.put("4", 0.5f);
    constants.put("byte", 200);
    constants.put("has_bias", false);
    float[] out = new float[8];
    MslSource source = Fixture.source("constants.metal");
    Fixture.runtime(build)
        .kernel(source, "constants", constants)
        .dispatch()
        .bind("out", out)
        .threads(1, 1);
    assertThat(out).containsExactly(-1, -7, 0.1f, (float) (0xfedcba98L >>> 1), 0.5f, 200, 11, 0);

    constants.put("optional_value", 3);
    constants.put("has_bias", true);
    Fixture.runtime(build)
        .kernel(source, "constants", constants)
        .dispatch()
        .bind("out", out)
        .bind("bias", new float[] {42})
        .threads(1, 1);
    assertThat(out[6]).isEqualTo(3);
    assertThat(out[7]).isEqualTo(42);
    Fixture.runtime(build).kernel(source, "plain").dispatch().bind("out", out).threads(1, 1);
    assertThat(out[0]).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void namesOfApplesCompilerAndAddressSpaceOverloadsCompile(MslBuild build) {
    float[] out = new float[6];
    Fixture.kernel(build, "vendor_names.metal", "names")
        .dispatch()
        .bind("out", out)
        .bind("in", new float[] {2, 3})
        .threads(1, 1);
    assertThat(out[0]).isEqualTo(15);
    assertThat(out[1]).isEqualTo(Float.float16ToFloat(Float.floatToFloat16((float) Math.E)));
    assertThat(out[2]).isEqualTo(14);
    assertThat(out[3]).isEqualTo((float) Math.PI + 1);
    assertThat(out[4]).isEqualTo(65536);
    assertThat(out[5]).isEqualTo(3);
    float[] first = new float[1];
    float[] second = new float[1];
    float[] third = new float[1];
    MslKernel numbered = Fixture.kernel(build, "vendor_names.metal", "numbered");
    numbered.dispatch()
        .bind("first", first)
        .bind("second", second)
        .bind("third", third)
        .threads(1, 1);
    assertThat(new float[] {first[0], second[0], third[0]}).containsExactly(1, 2, 3);
    assertThat(numbered.parameters()).extracting(p -> p.index()).containsExactly(0, 1, 2);
  }

  private static float[] floats(Random random, int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }
}
