package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.kernel.Access;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of the device's own library stay direct, in their place between segments. */
class LibraryCallTest {
  private static final LibraryCall ADD_ONE = new HeapPort.HeapCall("heap:add_one", uses -> {
    for (long i = 0; i < uses.get(0).length(); i++) {
      uses.get(1).setDouble(i, uses.get(0).getDouble(i) + 1);
    }
  });

  /** in · 2 · 2 → a, a + 1 → b by the library, b · 2 · 2 → out. */
  private static final class Mixed {
    final Fixture f;
    final Buffer a;
    final Buffer b;
    final Schedule schedule;

    Mixed(Fixture f, LibraryCall call) {
      this.f = f;
      this.a = f.filled("a", 100, 100);
      this.b = f.filled("b", 100, 100);
      Capture capture = f.backend.capture("mixed");
      BufferView in = capture.slot("in", DType.F32, 2);
      BufferView out = capture.slot("out", DType.F32, 2);
      BufferView between = f.filled("between", 100, 100).view(DType.F32);
      capture.dispatch(f.scale, Fixture.scaling(in, between, 2), "first");
      capture.dispatch(f.scale, Fixture.scaling(between, a.view(DType.F32), 2), "second");
      capture.library("plus one", List.of(new HostWork.Use(a.view(DType.F32), Access.READ),
          new HostWork.Use(b.view(DType.F32), Access.WRITE_ALL)), call);
      capture.dispatch(f.scale, Fixture.scaling(b.view(DType.F32), between, 2), "third");
      capture.dispatch(f.scale, Fixture.scaling(between, out, 2), "fourth");
      this.schedule = capture.finish();
    }

    SlotValues values(CompiledSchedule compiled, double... in) {
      return compiled.newValues()
          .set(compiled.slot("in"), f.filled("in", in).view(DType.F32))
          .set(compiled.slot("out"), f.filled("out", 0, 0).view(DType.F32));
    }
  }

  private static double[] out(SlotValues values) {
    return values.view(values.owner().slot("out").index()).read().toDoubles();
  }

  @Test
  void explainTellsWhyItIsInNoSegment() {
    try (Fixture f = new Fixture();
        CompiledSchedule compiled =
            f.backend.compile(new Mixed(f, ADD_ONE).schedule, Options.DEFAULT)) {
      CompiledSchedule.Explanation explanation = compiled.explain();
      assertThat(explanation.direct())
          .extracting(CompiledSchedule.Direct::index, CompiledSchedule.Direct::label,
              CompiledSchedule.Direct::opaque, CompiledSchedule.Direct::reason)
          .containsExactly(tuple(2, "plus one", true,
              "it is a call of the device's library, 'heap:add_one'"));
      assertThat(explanation.segments())
          .extracting(CompiledSchedule.Segment::start, CompiledSchedule.Segment::end)
          .containsExactly(tuple(0, 2), tuple(3, 5));
      assertThat(explanation.byKind()).containsEntry("opaque", 1);
      assertThat(explanation.commands()).isEqualTo(5);
      assertThat(compiled.schedule().items().get(2))
          .isInstanceOfSatisfying(Schedule.Opaque.class,
              opaque -> assertThat(opaque.uses()).hasSize(2));
      InvalidCallException strict = catchThrowableOfType(InvalidCallException.class,
          () -> f.backend.compile(compiled.schedule(), Options.STRICT));
      assertThat(strict.code()).isEqualTo(Codes.NOT_INDIRECT);
      assertThat(strict).hasMessageContaining("step 2, 'plus one'");
    }
  }

  @Test
  void itRunsBetweenTheSegmentsWithBarriersAtBothEdges() {
    try (Fixture f = new Fixture();
        CompiledSchedule compiled =
            f.backend.compile(new Mixed(f, ADD_ONE).schedule, Options.DEFAULT)) {
      for (int run = 1; run <= 3; run++) {
        SlotValues values = new Mixed(f, ADD_ONE).values(compiled, run, -run);
        f.port.stream.clear();
        f.submit(encoder -> encoder.execute(values));
        assertThat(f.shape()).containsExactly("barrier", "execute", "barrier", "barrier", "library",
            "barrier", "barrier", "execute", "barrier");
        assertThat(out(values)).containsExactly(16 * run + 4, -16 * run + 4);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 2, 100", "0, 3, 5", "1, 3, 201", "2, 3, 101", "2, 5, 101", "3, 5, 100",
    "3, 3, 100"})
  void aSubRangeRunsItWhereItContainsIt(int from, int to, double expected) {
    try (Fixture f = new Fixture()) {
      Mixed mixed = new Mixed(f, ADD_ONE);
      try (CompiledSchedule compiled = f.backend.compile(mixed.schedule, Options.DEFAULT)) {
        SlotValues values = mixed.values(compiled, 1, 1);
        f.submit(encoder -> encoder.execute(values, from, to));
        assertThat(Fixture.read(mixed.b)).containsExactly(expected, expected);
      }
    }
  }

  @Test
  void replayAndSerialRunsHaveItInItsPlaceToo() {
    try (Fixture f = new Fixture()) {
      Mixed mixed = new Mixed(f, ADD_ONE);
      SlotValues values = mixed.schedule.newValues()
          .set(mixed.schedule.slot("in"), f.filled("in", 1, 2).view(DType.F32))
          .set(mixed.schedule.slot("out"), f.filled("out", 0, 0).view(DType.F32));
      f.submit(encoder -> encoder.replay(values));
      assertThat(out(values)).containsExactly(20, 36);
      try (CompiledSchedule compiled = f.backend.compile(mixed.schedule, Options.DEFAULT);
          Encoder serial = f.queue.serialEncoder("serial")) {
        SlotValues again = mixed.values(compiled, 3, 4);
        serial.execute(again);
        serial.commit().await();
        assertThat(out(again)).containsExactly(52, 68);
      }
    }
  }

  @Test
  void aSlotMayBeGivenToIt() {
    try (Fixture f = new Fixture()) {
      Capture capture = f.backend.capture("slots");
      BufferView x = capture.slot("x", DType.F32, 3);
      BufferView y = capture.slot("y", DType.F32, 3);
      capture.library("plus one", List.of(new HostWork.Use(x.slice(1, 2), Access.READ),
          new HostWork.Use(y.slice(1, 2), Access.WRITE_ALL)), ADD_ONE);
      Schedule schedule = capture.finish();
      Buffer data = f.filled("data", 9, 1, 2, 3);
      Buffer result = f.filled("result", 0, 0, 0, 0);
      SlotValues values = schedule.newValues()
          .set(schedule.slot("x"), data.view(DType.F32, 4, 3))
          .set(schedule.slot("y"), result.view(DType.F32, 4, 3));
      f.submit(encoder -> encoder.replay(values));
      assertThat(Fixture.read(result)).containsExactly(0, 0, 3, 4);
      values.set(schedule.slot("y"), data.view(DType.F32, 4, 3));
      Fixture.assertCode(Codes.BIND_ALIAS, () -> f.submit(encoder -> encoder.replay(values)));
    }
  }

  @Test
  void aFailureNamesStepAndRoutine() {
    try (Fixture f = new Fixture()) {
      Mixed mixed = new Mixed(f, new HeapPort.HeapCall("heap:broken", uses -> {
        throw new IllegalStateException("no workspace");
      }));
      try (CompiledSchedule compiled = f.backend.compile(mixed.schedule, Options.DEFAULT)) {
        DeviceException failed = catchThrowableOfType(DeviceException.class,
            () -> f.submit(encoder -> encoder.execute(mixed.values(compiled, 1, 1))));
        assertThat(failed.code()).isEqualTo(Codes.SUBMISSION_FAILED);
        assertThat(failed)
            .hasMessageContaining("dispatch 'plus one' of library routine heap:broken")
            .hasMessageContaining("no workspace");
      }
    }
  }

  @Test
  void whatItUsesIsBusyAndMayNotBeClosed() {
    try (Fixture f = new Fixture()) {
      Mixed mixed = new Mixed(f, ADD_ONE);
      f.port.manual = true;
      try (CompiledSchedule compiled = f.backend.compile(mixed.schedule, Options.DEFAULT);
          Encoder encoder = f.queue.encoder("in flight")) {
        encoder.execute(mixed.values(compiled, 1, 1));
        Submission submission = encoder.commit();
        Fixture.assertCode(Codes.IN_FLIGHT,
            () -> mixed.b.view(DType.F32).write(Elements.of(DType.F32, 0, 0)));
        f.port.runWaiting();
        submission.await();
        mixed.b.close();
        Fixture.assertCode(Codes.STALE,
            () -> f.submit(work -> work.execute(mixed.values(compiled, 1, 1))));
      }
    }
  }

  @Test
  void aCallOfAnotherDeviceIsRefusedWhenItIsCaptured() throws IOException {
    try (Fixture f = new Fixture()) {
      InvalidCallException refused = catchThrowableOfType(InvalidCallException.class,
          () -> new Mixed(f, () -> "mps:matmul"));
      assertThat(refused.code()).isEqualTo(Codes.BIND_FOREIGN);
      GoldenText.assertMatches("library-foreign", refused.getMessage());
    }
  }

  @Test
  void aClosedBufferIsRefusedWhenItIsCaptured() {
    try (Fixture f = new Fixture()) {
      Buffer closed = f.filled("closed", 1);
      closed.close();
      Fixture.assertCode(Codes.BIND_FOREIGN, () -> f.backend.capture("closed")
          .library("plus one", List.of(new HostWork.Use(closed.view(DType.F32), Access.READ)),
              ADD_ONE));
    }
  }
}
