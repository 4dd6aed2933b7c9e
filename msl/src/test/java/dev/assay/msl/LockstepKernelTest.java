package dev.assay.msl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.msl.exec.Geometry;
import dev.assay.msl.exec.Size3;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.error.DeviceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads that wait at one barrier go on in loops made for it. That must show in nothing: not where
 * they wait apart, not where some have ended, in no order and for no shape of groups.
 */
class LockstepKernelTest {
  private static final int NOBODY = 5000;

  /** A grid and its groups, ragged or not, of one thread, of partial simdgroups and of many. */
  record Shape(int width, int height, int groupWidth, int groupHeight) {
    int size() {
      return width * height;
    }

    Geometry geometry() {
      return Geometry.threads(new Size3(width, height, 1), new Size3(groupWidth, groupHeight, 1));
    }

    /** The grid's elements of each group, in the order of the group's threads. */
    List<int[]> groups() {
      List<int[]> groups = new ArrayList<>();
      for (int y = 0; y < height; y += groupHeight) {
        for (int x = 0; x < width; x += groupWidth) {
          int rows = Math.min(groupHeight, height - y);
          int columns = Math.min(groupWidth, width - x);
          int from = y * width + x;
          groups.add(
              IntStream.range(0, rows * columns)
                  .map(t -> from + t / columns * width + t % columns)
                  .toArray());
        }
      }
      return groups;
    }

    boolean isOdd(int group) {
      int across = (width + groupWidth - 1) / groupWidth;
      return (group % across + group / across) % 2 == 1;
    }
  }

  private static final List<Shape> SHAPES =
      List.of(new Shape(1, 1, 1, 1), new Shape(3000, 1, 256, 1), new Shape(13, 5, 8, 4),
          new Shape(35, 33, 33, 31), new Shape(200, 1, 67, 1), new Shape(7, 100, 2, 9));

  private static final List<Integer> ORDERS = List.of(0, 1, 2, 77, 1 << 20);

  static Stream<Arguments> shapesAndOrders() {
    return SHAPES.stream()
        .flatMap(shape -> ORDERS.stream().map(order -> Arguments.of(shape, order)));
  }

  private static int[] run(
      MslBuild build, String kernel, Shape shape, int order, int rounds, int step, int who) {
    int[] out = new int[shape.size()];
    Fixture.kernel(build, "lockstep.metal", kernel)
        .dispatch()
        .bind("in", input(shape))
        .bind("out", out)
        .bind("options", new int[] {rounds, step, who})
        .order(order)
        .run(shape.geometry());
    return out;
  }

  private static int[] input(Shape shape) {
    return new Random(shape.size()).ints(shape.size(), -1000, 1000).toArray();
  }

  @ParameterizedTest
  @MethodSource("shapesAndOrders")
  void barriersInNestedLoopsKeepThreadsInStep(Shape shape, int order) {
    int[] in = input(shape);
    int[] expected = new int[shape.size()];
    for (int[] group : shape.groups()) {
      int[] v = Arrays.stream(group).map(i -> in[i]).toArray();
      for (int round = 0; round < 3; round++) {
        Arrays.parallelPrefix(v, Integer::sum);
        for (int t = 0; t < v.length; t++) {
          v[t] ^= round;
        }
      }
      for (int t = 0; t < v.length; t++) {
        expected[group[t]] = v[t];
      }
    }
    for (MslBuild build : MslBuild.values()) {
      assertThat(run(build, "prefix_sums", shape, order, 3, 1, 0)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("shapesAndOrders")
  void aBarrierMayBeMetBySomeGroupsAlone(Shape shape, int order) {
    int[] in = input(shape);
    int[] expected = new int[shape.size()];
    List<int[]> groups = shape.groups();
    for (int g = 0; g < groups.size(); g++) {
      int[] group = groups.get(g);
      int n = group.length;
      boolean odd = shape.isOdd(g);
      for (int t = 0; t < n; t++) {
        int next = (t + 1) % n;
        expected[group[t]] = odd
            ? in[group[n - 1 - t]] + 6 * in[group[n - 1 - next]]
            : 1 + 3 * in[group[next]];
      }
    }
    for (MslBuild build : MslBuild.values()) {
      assertThat(run(build, "every_other_group", shape, order, 0, 1, 0)).isEqualTo(expected);
    }
  }

  static Stream<Arguments> shapesOrdersAndChoices() {
    // Of every thread, of none, of the first, the second, one in the middle, the last, every third.
    List<int[]> choices =
        List.of(new int[] {1, 0}, new int[] {NOBODY, NOBODY - 1}, new int[] {NOBODY, 0},
            new int[] {NOBODY, 1}, new int[] {NOBODY, 31}, new int[] {NOBODY, 255},
            new int[] {3, 1},
            new int[] {2, 0});
    return shapesAndOrders()
        .flatMap(each -> choices.stream()
            .map(c -> Arguments.of(each.get()[0], each.get()[1], c[0], c[1])));
  }

  /** Who took the first thread's barrier for that of all would run the wrong code here. */
  @ParameterizedTest
  @MethodSource("shapesOrdersAndChoices")
  void threadsOfAFastBuildMayWaitAtDifferentBarriers(Shape shape, int order, int step, int who) {
    int[] in = input(shape);
    int rounds = 4;
    int[] expected = new int[shape.size()];
    for (int[] group : shape.groups()) {
      int n = group.length;
      for (int t = 0; t < n; t++) {
        int next = (t + 1) % n;
        int shared = next % step == who ? in[group[next]] : -in[group[next]];
        boolean chosen = t % step == who;
        int v = chosen ? 5 + shared : 7 * shared;
        for (int k = 0; k < (chosen ? rounds + 2 : rounds); k++) {
          v = 3 * v + k;
        }
        expected[group[t]] = v;
      }
    }
    assertThat(run(MslBuild.FAST, "apart", shape, order, rounds, step, who)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("shapesOrdersAndChoices")
  void threadsOfAFastBuildMayEndWhileOthersWait(Shape shape, int order, int step, int who) {
    int[] in = input(shape);
    int rounds = 4;
    int[] expected = new int[shape.size()];
    for (int[] group : shape.groups()) {
      int n = group.length;
      int[] shared = new int[n];
      int[] v = Arrays.stream(group).map(i -> in[i]).toArray();
      boolean[] left = new boolean[n];
      for (int t = 0; t < n; t++) {
        if (t % step == who) {
          left[t] = true;
          v[t] = -1;
          shared[t] = -5;
        }
      }
      for (int round = 0; round < rounds; round++) {
        for (int t = 0; t < n; t++) {
          shared[t] = left[t] ? shared[t] : v[t];
        }
        for (int t = 0; t < n; t++) {
          left[t] |= t % (rounds + 3) == round;
          v[t] += left[t] ? 0 : 2 * shared[(t + 1) % n];
        }
      }
      for (int t = 0; t < n; t++) {
        expected[group[t]] = v[t];
      }
    }
    assertThat(run(MslBuild.FAST, "leaving", shape, order, rounds, step, who)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"apart,3,1", "leaving,3,1"})
  void aCheckedBuildRefusesThem(String kernel, int step, int who) {
    assertThatThrownBy(() -> run(MslBuild.CHECKED, kernel, SHAPES.get(1), 0, 4, step, who))
        .isInstanceOfSatisfying(DeviceException.class,
            e -> assertThat(e.code()).isEqualTo(MslCodes.DIVERGENT_BARRIER));
  }

  @ParameterizedTest
  @CsvSource({"0,5000,4999", "0,3,1", "1,5000,4999", "1,3,1", "77,5000,4999", "77,3,1"})
  void threadsRunInTheOrderAskedForFromEveryBarrier(int order, int step, int who) {
    int n = 100;
    int rounds = 5;
    int[] out = new int[n * rounds];
    Fixture.kernel(MslBuild.FAST, "lockstep.metal", "tickets")
        .dispatch()
        .bind("counters", new int[rounds])
        .bind("out", out)
        .bind("options", new int[] {rounds, step, who})
        .order(order)
        .threads(n, n);
    List<Integer> first = inOrder(Arrays.copyOf(out, n), IntStream.range(0, n));
    if (order < 2) {
      assertThat(first)
          .isEqualTo(IntStream.range(0, n).map(t -> order == 0 ? t : n - 1 - t).boxed().toList());
    } else {
      assertThat(first).isNotEqualTo(IntStream.range(0, n).boxed().toList());
    }
    List<Integer> stayed = first.stream().filter(t -> t % step != who).toList();
    for (int round = 1; round < rounds; round++) {
      int[] tickets = Arrays.copyOfRange(out, round * n, round * n + n);
      assertThat(inOrder(tickets, IntStream.range(0, n).filter(t -> t % step != who)))
          .isEqualTo(stayed);
    }
  }

  /** The threads by ticket, each ticket given out once. */
  private static List<Integer> inOrder(int[] tickets, IntStream threads) {
    List<Integer> who = threads.boxed().toList();
    Integer[] order = new Integer[who.size()];
    who.forEach(t -> {
      assertThat(order[tickets[t]]).isNull();
      order[tickets[t]] = t;
    });
    return List.of(order);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 17, 64, 300})
  void aKernelMayHaveAnyNumberOfBarriers(int barriers) {
    StringBuilder text = new StringBuilder("""
        #include <metal_stdlib>
        using namespace metal;
        kernel void shift(device int* data [[buffer(0)]], uint t [[thread_index_in_threadgroup]],
                          uint n [[threads_per_threadgroup]]) {
          threadgroup int shared[2][256];
          shared[0][t] = data[t];
        """);
    for (int k = 0; k < barriers; k++) {
      text.append("threadgroup_barrier(mem_flags::mem_threadgroup);\n")
          .append("shared[%d][t] = shared[%d][(t + %d) %% n] + %d;\n"
              .formatted((k + 1) % 2, k % 2, k % 3 + 1, k));
    }
    text.append("data[t] = shared[%d][t];\n}\n".formatted(barriers % 2));
    int n = 37;
    int[] expected = IntStream.range(0, n).toArray();
    for (int k = 0; k < barriers; k++) {
      int[] before = expected.clone();
      for (int t = 0; t < n; t++) {
        expected[t] = before[(t + k % 3 + 1) % n] + k;
      }
    }
    MslSource source = MslSource.of("shift" + barriers + ".metal", text.toString());
    for (MslBuild build : MslBuild.values()) {
      int[] data = IntStream.range(0, n).toArray();
      Fixture.runtime(build).kernel(source, "shift").dispatch().bind("data", data).threads(n, n);
      assertThat(data).isEqualTo(expected);
    }
  }
}
