package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Access;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Schedules of random steps over shared memory give in every mode what their steps give one by one. */
class RandomScheduleTest {
  static final int CELLS = 6;

  /** Scales one cell into another, or does so on the host, or nothing. */
  private record Step(int from, int to, int kind) {
    static Step of(int choice) {
      return new Step(choice % CELLS, choice / CELLS % CELLS, choice / CELLS / CELLS);
    }

    boolean isDispatch() {
      return from != to && kind != 1;
    }

    boolean isHost() {
      return from != to && kind == 1;
    }
  }

  @Property(tries = 40)
  void everyWayToRunAScheduleGivesWhatItsStepsGiveOneByOne(
      @ForAll @Size(max = 24) List<@IntRange(max = CELLS * CELLS * 4 - 1) Integer> choices,
      @ForAll @IntRange(min = 1, max = 4) int minimum,
      @ForAll @IntRange(max = 24) int from,
      @ForAll @IntRange(max = 24) int length) {
    List<Step> steps = choices.stream().map(Step::of).toList();
    int first = Math.min(from, steps.size());
    int last = Math.min(first + length, steps.size());
    try (Fixture f = new Fixture()) {
      Buffer arena = f.backend.allocate(4 * CELLS, "arena");
      Capture capture = f.backend.capture("random");
      steps.forEach(step -> capture(f, capture, arena, step));
      Options options = new Options(minimum, true, false, false);
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), options)) {
        double[] all = expected(steps);
        reset(arena);
        f.submit(encoder -> encoder.replay(compiled.schedule().newValues()));
        assertThat(Fixture.read(arena)).as("replay").containsExactly(all);
        for (int run = 0; run < 2; run++) {
          reset(arena);
          f.submit(encoder -> encoder.execute(compiled.newValues()));
          assertThat(Fixture.read(arena)).as("segments, run %d", run).containsExactly(all);
        }
        reset(arena);
        f.submit(encoder -> encoder.execute(compiled.newValues(), first, last));
        assertThat(Fixture.read(arena)).as("steps %d to %d", first, last)
            .containsExactly(expected(steps.subList(first, last)));
        assertEveryStepIsInExactlyOnePlace(compiled.explain(), steps);
      }
    }
  }

  private static void assertEveryStepIsInExactlyOnePlace(CompiledSchedule.Explanation explanation,
      List<Step> steps) {
    Set<Integer> direct = new TreeSet<>();
    explanation.direct().forEach(each -> assertThat(direct.add(each.index())).isTrue());
    int commands = direct.size();
    for (CompiledSchedule.Segment segment : explanation.segments()) {
      long dispatches = IntStream.range(segment.start(), segment.end())
          .filter(i -> steps.get(i).isDispatch())
          .count();
      assertThat(dispatches).as("commands of %s", segment).isEqualTo(segment.commands());
      assertThat(direct).noneMatch(index -> index >= segment.start() && index < segment.end());
      commands += segment.commands();
    }
    assertThat(commands).isEqualTo(explanation.commands())
        .isEqualTo((int) steps.stream().filter(step -> step.from != step.to).count());
  }

  private static void capture(Fixture f, Capture capture, Buffer arena, Step step) {
    BufferView from = arena.view(DType.F32, 4L * step.from, 1);
    BufferView to = arena.view(DType.F32, 4L * step.to, 1);
    if (step.isDispatch()) {
      Bindings bindings = Fixture.scaling(from, to, 2 + step.kind);
      capture.dispatch(f.scale, bindings, "scale");
    } else if (step.isHost()) {
      capture.opaque("host",
          List.of(new HostWork.Use(from, Access.READ), new HostWork.Use(to, Access.WRITE_ALL)),
          uses -> uses.get(1).setDouble(0, uses.get(0).getDouble(0) + 1));
    } else {
      capture.noOp("nothing");
    }
  }

  private static double[] expected(List<Step> steps) {
    double[] cells = IntStream.rangeClosed(1, CELLS).asDoubleStream().toArray();
    for (Step step : steps) {
      if (step.isDispatch()) {
        cells[step.to] = (float) (cells[step.from] * (2 + step.kind));
      } else if (step.isHost()) {
        cells[step.to] = (float) (cells[step.from] + 1);
      }
    }
    return cells;
  }

  private static void reset(Buffer arena) {
    arena.view(DType.F32)
        .write(Elements.of(DType.F32, IntStream.rangeClosed(1, CELLS).asDoubleStream().toArray()));
  }
}
