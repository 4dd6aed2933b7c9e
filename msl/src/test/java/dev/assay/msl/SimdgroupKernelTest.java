package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.exec.Geometry;
import dev.assay.msl.exec.Size3;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SimdgroupKernelTest {
  @ParameterizedTest
  @CsvSource({"CHECKED,32,1", "FAST,32,1", "CHECKED,34,1", "FAST,33,1", "CHECKED,8,9", "FAST,8,9",
    "CHECKED,2,1", "FAST,1,1", "FAST,7,5"})
  void lanesOfPartialAndTwoDimensionalGroupsMeet(MslBuild build, int width, int height) {
    int n = width * height;
    float[] in = new float[n];
    for (int i = 0; i < n; i++) {
      in[i] = (i * 7) % 41;
    }
    float[] out = new float[n * 10];
    Fixture.kernel(build, "simdgroups.metal", "lanes")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .run(Geometry.threads(new Size3(width, height, 1), new Size3(width, height, 1)));
    for (int i = 0; i < n; i++) {
      int first = i / 32 * 32;
      int end = Math.min(n, first + 32);
      float sum = 0;
      float max = 0;
      float before = 0;
      boolean all = true;
      boolean any = false;
      int votes = 0;
      for (int k = first; k < end; k++) {
        sum += in[k];
        max = Math.max(max, in[k]);
        before += k < i ? in[k] : 0;
        all &= in[k] >= 0;
        any |= in[k] > 30;
        votes += in[k] > 3 ? 1 : 0;
      }
      float[] o = Arrays.copyOfRange(out, i * 10, i * 10 + 10);
      assertThat(o[0]).isEqualTo(sum);
      assertThat(o[1]).isEqualTo(max);
      if ((i ^ 1) < end) {
        assertThat(o[2]).isEqualTo(in[i ^ 1]);
      }
      assertThat(o[3]).isEqualTo(before + in[i]);
      assertThat(o[4]).isEqualTo(before);
      assertThat(o[5]).isEqualTo(in[first]);
      assertThat(o[6]).isEqualTo(i + 1 < end ? in[i + 1] : in[i]);
      assertThat(o[7]).isEqualTo(votes);
      assertThat(o[8]).isEqualTo(i);
      assertThat(o[9]).isEqualTo((all ? 1 : 0) + (any ? 2 : 0));
    }
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void onlyActiveLanesTakePartInDivergentCode(MslBuild build) {
    int[] in = new Random(3).ints(96, 0, 100).toArray();
    int[] out = new int[96];
    Fixture.kernel(build, "simdgroups.metal", "divergent")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .threads(96, 96);
    for (int i = 0; i < 96; i++) {
      int[] lanes = Arrays.copyOfRange(in, i / 32 * 32, i / 32 * 32 + 32);
      int multiples = Arrays.stream(lanes).filter(v -> v % 3 == 0).sum();
      int others = (int) Arrays.stream(lanes).filter(v -> v % 3 != 0).count();
      int max = Arrays.stream(lanes).max().orElseThrow();
      assertThat(out[i]).isEqualTo((in[i] % 3 == 0 ? multiples : -others) + 1000 * max);
    }
  }

  @ParameterizedTest
  @EnumSource(MslBuild.class)
  void quadsAreFourNeighbouringLanes(MslBuild build) {
    int[] in = new Random(5).ints(64, -50, 50).toArray();
    int[] out = new int[192];
    Fixture.kernel(build, "simdgroups.metal", "quads")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .threads(64, 64);
    for (int i = 0; i < 64; i++) {
      int base = i & ~3;
      assertThat(out[i * 3]).isEqualTo(in[base] + in[base + 1] + in[base + 2] + in[base + 3]);
      assertThat(out[i * 3 + 1]).isEqualTo(in[i ^ 2]);
      assertThat(out[i * 3 + 2]).isEqualTo(in[base + 3]);
    }
  }

  @ParameterizedTest
  @CsvSource({"CHECKED,0", "CHECKED,1", "CHECKED,77", "FAST,0", "FAST,1", "FAST,77"})
  void barriersInHelpersWorkInAnyOrderOfThreads(MslBuild build, int order) {
    // A grid of 13 by 5 in groups of 8 by 4: ragged on both sides.
    int[] in = new Random(9).ints(65, -9, 9).toArray();
    int[] out = new int[65];
    Fixture.kernel(build, "simdgroups.metal", "helper_sum")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .threadgroup("shared", 128)
        .order(order)
        .run(Geometry.threads(new Size3(13, 5, 1), new Size3(8, 4, 1)));
    for (int y = 0; y < 5; y++) {
      for (int x = 0; x < 13; x++) {
        int sum = 0;
        for (int b = y / 4 * 4; b < Math.min(5, y / 4 * 4 + 4); b++) {
          for (int a = x / 8 * 8; a < Math.min(13, x / 8 * 8 + 8); a++) {
            sum += in[b * 13 + a];
          }
        }
        assertThat(out[y * 13 + x]).isEqualTo(sum);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"CHECKED,1000", "FAST,1000", "CHECKED,1", "FAST,1", "FAST,4097"})
  void treeReductionsSumEveryColumn(MslBuild build, int columns) {
    int rows = 9;
    float[] in = new float[rows * columns];
    for (int i = 0; i < in.length; i++) {
      in[i] = i % 13 - 6;
    }
    float[] out = new float[rows];
    Fixture.kernel(build, "simdgroups.metal", "tree")
        .dispatch()
        .bind("in", in)
        .bind("out", out)
        .bind("columns", columns)
        .run(Geometry.groups(Size3.of(rows), Size3.of(256)));
    for (int r = 0; r < rows; r++) {
      float sum = 0;
      for (int c = 0; c < columns; c++) {
        sum += in[r * columns + c];
      }
      assertThat(out[r]).isEqualTo(sum);
    }
  }

  @ParameterizedTest
  @CsvSource({"CHECKED,512", "FAST,512", "FAST,2", "CHECKED,64"})
  void bitonicSortOrdersAGroup(MslBuild build, int n) {
    int[] data = new Random(n).ints(n).toArray();
    int[] sorted = data.clone();
    Arrays.sort(sorted);
    Fixture.kernel(build, "simdgroups.metal", "sort").dispatch().bind("data", data).threads(n, n);
    assertThat(data).isEqualTo(sorted);
  }
}
