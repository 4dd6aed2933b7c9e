package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.KernelSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Capture, replay, and segments: the same commands, checked again at every run. */
class ScheduleTest {
  @Test
  void bakedAndUnbakedDispatchesCaptureToEqualCommands() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1, 2, 3, 4);
      Buffer out = f.backend.allocate(16, "out");
      Bindings bindings = Fixture.scaling(x.view(DType.F32, 4, 2), out.view(DType.F32, 8, 2), 3);
      Capture unbaked = f.backend.capture("unbaked");
      unbaked.dispatch(f.scale, bindings, "one name");
      Capture baked = f.backend.capture("baked");
      baked.dispatch(f.scale.bake(bindings, "another name"));
      assertThat(commands(baked.finish())).isEqualTo(commands(unbaked.finish()));
    }
  }

  @Test
  void replayAndSegmentsGiveWhatDirectDispatchGives() {
    try (Fixture f = new Fixture()) {
      Chain chain = new Chain(f, 7);
      for (Options options : List.of(Options.DEFAULT, Options.DIRECT, Options.STRICT,
          new Options(3, true, false, true))) {
        try (CompiledSchedule compiled = f.backend.compile(chain.schedule, options)) {
          for (int run = 1; run <= 3; run++) {
            SlotValues values = compiled.newValues();
            values.set(compiled.slot("in"), f.filled("in", run, -run).view(DType.F32));
            Buffer result = f.filled("result", 0, 0);
            values.set(compiled.slot("out"), result.view(DType.F32));
            f.submit(encoder -> encoder.execute(values));
            assertThat(Fixture.read(result)).containsExactly(128.0 * run, -128.0 * run);
          }
        }
      }
      SlotValues values = chain.schedule.newValues();
      Buffer result = f.filled("result", 0, 0);
      values.set(chain.schedule.slot("in"), f.filled("in", 5, 6).view(DType.F32))
          .set(chain.schedule.slot("out"), result.view(DType.F32));
      f.submit(encoder -> encoder.replay(values));
      assertThat(Fixture.read(result)).containsExactly(640, 768);
    }
  }

  @Test
  void explainTellsEachStepsSegmentOrTheReasonWhyNot() {
    try (Fixture f = new Fixture()) {
      Buffer a = f.filled("a", 1, 2);
      Buffer b = f.filled("b", 0, 0);
      Capture capture = f.backend.capture("mixed");
      for (int i = 0; i < 7; i++) {
        capture.dispatch(f.scale, Fixture.scaling(a.view(DType.F32), b.view(DType.F32), i),
            "scale " + i);
        capture.noOp("view");
      }
      capture.opaque("sample", List.of(new HostWork.Use(b.view(DType.F32), Access.READ)),
          uses -> {});
      capture.dispatch(f.scale, Fixture.scaling(a.view(DType.F32), b.view(DType.F32), 1), "alone");
      capture.dispatch(f.pipeline("test:picky"), new Bindings().buffer("x", a.view(DType.F32))
          .buffer("out", b.view(DType.F32))
          .constant("n", StructValue.ofLong(DType.U32, 2)), "picky one");
      Schedule schedule = capture.finish();
      try (CompiledSchedule compiled = f.backend.compile(schedule, Options.DEFAULT)) {
        CompiledSchedule.Explanation explanation = compiled.explain();
        assertThat(explanation.commands()).isEqualTo(10);
        // The small device takes five commands a segment; two are left for the next.
        assertThat(explanation.segments()).containsExactly(
            new CompiledSchedule.Segment(0, 9, 5, 80, 4),
            new CompiledSchedule.Segment(10, 13, 2, 32, 1));
        assertThat(explanation.direct())
            .extracting(CompiledSchedule.Direct::index, CompiledSchedule.Direct::opaque,
                CompiledSchedule.Direct::reason)
            .containsExactlyInAnyOrder(
                org.assertj.core.groups.Tuple.tuple(14, true, "it is host work"),
                org.assertj.core.groups.Tuple.tuple(15, false,
                    "its run of 1 is shorter than the minimum of 2"),
                org.assertj.core.groups.Tuple.tuple(16, false, "it is picky"));
        assertThat(explanation.byKind()).containsEntry("test:scale", 8)
            .containsEntry("opaque", 1)
            .containsEntry("test:picky", 1);
      }
      InvalidCallException strict = catchThrowableOfType(InvalidCallException.class,
          () -> f.backend.compile(schedule, Options.STRICT));
      assertThat(strict.code()).isEqualTo(Codes.NOT_INDIRECT);
      assertThat(strict).hasMessageContaining("step 14, 'sample'");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 7", "0, 3", "2, 5", "3, 7", "6, 7", "4, 4"})
  void aSubRangeRunsExactlyItsSteps(int from, int to) {
    try (Fixture f = new Fixture()) {
      Chain chain = new Chain(f, 7);
      try (CompiledSchedule compiled = f.backend.compile(chain.schedule, Options.DEFAULT)) {
        SlotValues values = compiled.newValues()
            .set(compiled.slot("in"), f.filled("in", 1, 1).view(DType.F32))
            .set(compiled.slot("out"), f.filled("out", 0, 0).view(DType.F32));
        for (Buffer buffer : chain.between) {
          buffer.view(DType.F32).write(dev.assay.spi.data.Elements.of(DType.F32, 1000, 1000));
        }
        f.submit(encoder -> encoder.execute(values, from, to));
        for (int i = 0; i < chain.between.size(); i++) {
          boolean ran = i >= from && i < to;
          double[] found = Fixture.read(chain.between.get(i));
          // What ran doubled the value before it: that is 1 at the start of the chain, 1000 at the start of the range.
          double expected = !ran ? 1000 : (from == 0 ? 1 : 1000) * Math.pow(2, i - from + 1);
          assertThat(found).as("step %d", i).containsExactly(expected, expected);
        }
        Fixture.assertCode(Codes.SCHEDULE_RANGE,
            () -> f.submit(encoder -> encoder.execute(values, 3, 8)));
        Fixture.assertCode(Codes.SCHEDULE_RANGE,
            () -> f.submit(encoder -> encoder.execute(values, -1, 3)));
      }
    }
  }

  @Test
  void onlyWhatChangedIsWrittenAndCopiesInFlightKeepTheirValues() {
    try (Fixture f = new Fixture()) {
      Chain chain = new Chain(f, 3);
      f.port.manual = true;
      try (CompiledSchedule compiled = f.backend.compile(chain.schedule, Options.DEFAULT)) {
        List<Buffer> results = new ArrayList<>();
        List<Submission> submissions = new ArrayList<>();
        SlotValues values = compiled.newValues();
        for (int run = 1; run <= 3; run++) {
          Buffer result = f.filled("result", 0, 0);
          results.add(result);
          values.set(compiled.slot("in"), f.filled("in", run, run).view(DType.F32))
              .set(compiled.slot("out"), result.view(DType.F32));
          try (Encoder encoder = f.queue.encoder("run " + run)) {
            encoder.execute(values);
            submissions.add(encoder.commit());
          }
        }
        assertThat(f.port.segmentsMade).as("three in flight with three values").hasValue(3);
        f.port.runWaiting();
        submissions.forEach(Submission::await);
        assertThat(results).extracting(result -> Fixture.read(result)[0])
            .containsExactly(8.0, 16.0, 24.0);

        f.port.manual = false;
        f.port.segmentWrites.clear();
        f.submit(encoder -> encoder.execute(values));
        assertThat(f.port.segmentWrites).as("the same values again").isEmpty();
        values.set(compiled.slot("in"), f.filled("in", 9, 9).view(DType.F32));
        f.submit(encoder -> encoder.execute(values));
        assertThat(f.port.segmentWrites).as("another input").hasSizeLessThanOrEqualTo(2);
        assertThat(f.port.segmentsMade).hasValue(3);
      }
      assertThat(f.port.liveSegments).hasValue(0);
    }
  }

  @Test
  void patchedFieldsOfOneNameAreOneFieldOfTheSchedule() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 10);
      Buffer one = f.filled("one", 0, 0, 0, 0);
      Buffer two = f.filled("two", 0, 0, 0, 0);
      Capture capture = f.backend.capture("steps");
      capture.dispatch(step(f, x, one, 3).newValues());
      capture.dispatch(step(f, x, two, 2).newValues());
      Schedule schedule = capture.finish();
      assertThat(schedule.fields()).singleElement()
          .satisfies(field -> assertThat(field.maximum()).as("what both allow").isEqualTo(2));
      try (CompiledSchedule compiled = f.backend.compile(schedule, Options.STRICT)) {
        SlotValues values = compiled.newValues();
        Fixture.assertCode(Codes.PATCH_RANGE, () -> f.submit(encoder -> encoder.execute(values)));
        Fixture.assertCode(Codes.PATCH_RANGE, () -> values.set(compiled.field("position"), 3));
        for (int position = 0; position <= 2; position++) {
          values.set(compiled.field("position"), position);
          f.submit(encoder -> encoder.execute(values));
        }
        assertThat(Fixture.read(one)).containsExactly(10, 11, 12, 0);
        assertThat(Fixture.read(two)).containsExactly(10, 11, 12, 0);
        SlotValues direct = schedule.newValues().set(schedule.field("position"), 1);
        f.submit(encoder -> encoder.replay(direct));
        assertThat(Fixture.read(one)).containsExactly(10, 11, 12, 0);
      }
    }
  }

  @Test
  void fieldsOfOneNameWithoutAValueInCommonAreRefusedWhenTheCaptureIsFinished() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 10);
      Buffer out = f.filled("out", 0, 0, 0, 0, 0, 0, 0, 0);
      Capture capture = f.backend.capture("disjoint");
      for (int low : new int[] {0, 4}) {
        capture.dispatch(f.step(false)
            .bake(new Bindings().buffer("x", x.view(DType.F32))
                .buffer("out", out.view(DType.F32))
                .constant("params", TestKernels.stepParams(1, 0))
                .patchable("position", "params", "position", low, low + 3), "step")
            .newValues());
      }
      Fixture.assertCode(Codes.PATCH_RANGE, capture::finish);
    }
  }

  @Test
  void staleClosedForeignShortAndOverlappingValuesAreRefusedBeforeSubmit() throws IOException {
    try (Fixture f = new Fixture(); Fixture other = new Fixture()) {
      Chain chain = new Chain(f, 3);
      try (CompiledSchedule compiled = f.backend.compile(chain.schedule, Options.DEFAULT)) {
        BufferView in = f.filled("in", 1, 2).view(DType.F32);
        BufferView out = f.filled("out", 0, 0).view(DType.F32);
        assertRefused(f, compiled, in, null, Codes.BIND_MISSING);
        assertRefused(f, compiled, in, other.filled("theirs", 0, 0).view(DType.F32),
            Codes.BIND_FOREIGN);
        assertRefused(f, compiled, in, out.slice(0, 1), Codes.BIND_LENGTH);
        assertRefused(f, compiled, in, out.buffer().view(DType.F16), Codes.BIND_TYPE);
        assertRefused(f, compiled, in, in, Codes.BIND_ALIAS);
        assertRefused(f, compiled, chain.between.getFirst().view(DType.F32), out, Codes.BIND_ALIAS);
        Buffer closed = f.filled("closed", 0, 0);
        closed.close();
        assertRefused(f, compiled, in, closed.view(DType.F32), Codes.CLOSED);
        chain.between.getFirst().close();
        SlotValues values =
            compiled.newValues().set(compiled.slot("in"), in).set(compiled.slot("out"), out);
        InvalidCallException stale = catchThrowableOfType(InvalidCallException.class,
            () -> f.submit(encoder -> encoder.execute(values)));
        assertThat(stale.code()).isEqualTo(Codes.STALE);
        GoldenText.assertMatches("stale-segment", stale.getMessage());
        Fixture.assertCode(Codes.BIND_FOREIGN,
            () -> other.submit(encoder -> encoder.execute(values)));
        Fixture.assertCode(Codes.BIND_FOREIGN,
            () -> other.backend.compile(chain.schedule, Options.DEFAULT));
      }
    }
  }

  @Test
  void aDeclaredOverlapIsAllowedAndKeptInOrder() {
    try (Fixture f = new Fixture()) {
      Capture capture = f.backend.capture("in place");
      BufferView in = capture.slot("in", DType.F32, 2);
      BufferView out = capture.slot("out", DType.F32, 2);
      capture.mayOverlap("in", "out");
      Buffer middle = f.filled("middle", 0, 0);
      capture.dispatch(f.scale, Fixture.scaling(in, middle.view(DType.F32), 2), "read");
      capture.dispatch(f.scale, Fixture.scaling(middle.view(DType.F32), out, 2), "write");
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), Options.STRICT)) {
        Buffer both = f.filled("both", 1, 2);
        SlotValues values = compiled.newValues()
            .set(compiled.slot("in"), both.view(DType.F32))
            .set(compiled.slot("out"), both.view(DType.F32));
        f.submit(encoder -> encoder.execute(values));
        f.submit(encoder -> encoder.execute(values));
        assertThat(Fixture.read(both)).containsExactly(16, 32);
      }
    }
  }

  @Test
  void aReplacedSourceMakesRecordsAndSchedulesStale() {
    try (Fixture f = new Fixture(TestKernels.implementation("rows",
        dev.assay.spi.kernel.Geometry.threads("params.rows", "32")))) {
      var registry = f.backend.registry();
      var pipeline = registry.pipeline(registry.choose(f.scale.key().kernel(), DType.F32,
          java.util.Map.of("params", TestKernels.scale(1, 2, 1))));
      Buffer x = f.filled("x", 1, 2);
      Buffer out = f.filled("out", 0, 0);
      DispatchRecord record =
          pipeline.bake(Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "old");
      Capture capture = f.backend.capture("old");
      capture.dispatch(record);
      Schedule schedule = capture.finish();
      String source = "test:scale/rows/f32";
      assertThat(registry.replace(KernelSource.of(source, "kernel void scale(...)")))
          .as("the same text")
          .isZero();
      assertThat(registry.replace(KernelSource.of(source, "another text"))).isEqualTo(1);
      Fixture.assertCode(Codes.STALE, () -> f.submit(encoder -> encoder.dispatch(record)));
      Fixture.assertCode(Codes.STALE,
          () -> f.submit(encoder -> encoder.replay(schedule.newValues())));
      assertThat(registry.pipeline(pipeline.key())).isNotSameAs(pipeline);
      Fixture.assertCode(Codes.KERNEL_UNKNOWN, () -> registry.replace(KernelSource.of("tset", "")));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0", "2, 0, 1"})
  void aRunOfOneDispatchIsASegmentOnlyWhereThatIsWanted(int minimum, int segments, int direct) {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 3);
      Buffer out = f.filled("out", 0);
      Capture capture = f.backend.capture("one");
      capture.dispatch(f.scale, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "one");
      try (CompiledSchedule compiled =
          f.backend.compile(capture.finish(), new Options(minimum, true, false, false))) {
        assertThat(compiled.explain().segments()).hasSize(segments);
        assertThat(compiled.explain().direct()).hasSize(direct);
        f.submit(encoder -> encoder.execute(compiled.newValues()));
        assertThat(Fixture.read(out)).containsExactly(6);
      }
    }
  }

  @Test
  void barriersStandAroundHostWorkThatStatesNoUse() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 3);
      Buffer out = f.backend.allocate(8, "out");
      Capture capture = f.backend.capture("host");
      for (int i = 0; i < 2; i++) {
        capture.dispatch(f.scale,
            Fixture.scaling(x.view(DType.F32), out.view(DType.F32, 4L * i, 1), 2), "apart");
        capture.opaque("log", List.of(), uses -> {});
      }
      Schedule schedule = capture.finish();
      f.port.stream.clear();
      f.submit(encoder -> encoder.replay(schedule.newValues()));
      assertThat(f.shape()).containsExactly("pipeline", "dispatch", "barrier", "host", "barrier",
          "pipeline", "dispatch", "barrier", "host", "barrier");
    }
  }

  @Test
  void emptySchedulesRunAndFinishedCapturesAreRefused() {
    try (Fixture f = new Fixture()) {
      Capture capture = f.backend.capture("empty");
      Schedule schedule = capture.finish();
      Fixture.assertCode(Codes.COMMITTED, () -> capture.noOp("late"));
      CompiledSchedule compiled = f.backend.compile(schedule, Options.STRICT);
      f.submit(encoder -> encoder.execute(compiled.newValues()));
      assertThat(compiled.explain().commands()).isZero();
      Fixture.assertCode(Codes.BIND_TYPE,
          () -> f.submit(encoder -> encoder.dispatch(compiled.newValues())));
      Fixture.assertCode(Codes.BIND_TYPE,
          () -> f.submit(encoder -> encoder.replay(compiled.newValues())));
      Fixture.assertCode(Codes.BIND_TYPE,
          () -> f.submit(encoder -> encoder.execute(schedule.newValues())));
      compiled.close();
      Fixture.assertCode(Codes.CLOSED,
          () -> f.submit(encoder -> encoder.execute(compiled.newValues())));
    }
  }

  private static void assertRefused(
      Fixture f, CompiledSchedule compiled, BufferView in, BufferView out,
      dev.assay.spi.error.ErrorCode code) {
    SlotValues values =
        compiled.newValues().set(compiled.slot("in"), in).set(compiled.slot("out"), out);
    Fixture.assertCode(code, () -> f.submit(encoder -> encoder.execute(values)));
    SlotValues direct = compiled.schedule()
        .newValues()
        .set(compiled.schedule().slot("in"), in)
        .set(compiled.schedule().slot("out"), out);
    Fixture.assertCode(code, () -> f.submit(encoder -> encoder.replay(direct)));
  }

  private static List<Object> commands(Schedule schedule) {
    return schedule.items()
        .stream()
        .map(item -> (Object) ((Schedule.Dispatch) item).command())
        .toList();
  }

  private static DispatchRecord step(Fixture f, Buffer x, Buffer out, long most) {
    return f.step(false)
        .bake(new Bindings().buffer("x", x.view(DType.F32))
            .buffer("out", out.view(DType.F32))
            .constant("params", TestKernels.stepParams(1, 0))
            .patchable("position", "params", "position", 0, most), "step");
  }

  /** in → doubled again and again through buffers of its own → out. */
  private static final class Chain {
    final List<Buffer> between = new ArrayList<>();
    final Schedule schedule;

    Chain(Fixture f, int steps) {
      Capture capture = f.backend.capture("chain");
      BufferView current = capture.slot("in", DType.F32, 2);
      BufferView out = capture.slot("out", DType.F32, 2);
      for (int i = 0; i < steps; i++) {
        BufferView next = out;
        if (i < steps - 1) {
          Buffer buffer = f.filled("between " + i, 0, 0);
          between.add(buffer);
          next = buffer.view(DType.F32);
        }
        capture.dispatch(f.scale, Fixture.scaling(current, next, 2), "double " + i);
        current = next;
      }
      schedule = capture.finish();
    }
  }
}
