package dev.assay.suite.metal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.backend.metal.MetalProvider;
import dev.assay.backend.metal.driver.recording.MetalCall;
import dev.assay.backend.metal.driver.recording.RecordingDriver;
import dev.assay.backend.metal.host.HostRoutine;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.kernel.Access;
import dev.assay.suite.parity.Catalogue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of a library among the commands of Metal, over the host driver. */
class LibraryCallTest {
  private static final HostWork TIMES_TEN = uses -> {
    for (long i = 0; i < uses.get(0).length(); i++) {
      uses.get(1).setDouble(i, 10 * uses.get(0).getDouble(i));
    }
  };

  /** x + 1 + 2 → a, 10 · a → b, b + 3 + 4 → out, twice, with host work in the place of the second call. */
  private static final class Mixed {
    final AddChain data;
    final BufferView x;
    final BufferView a;
    final BufferView b;
    final BufferView out;
    final Schedule schedule;

    Mixed(Backend backend, LibraryCall call) {
      data = new AddChain(backend);
      x = data.filled(1, 2);
      a = data.filled(0, 0);
      b = data.filled(0, 0);
      out = data.filled(0, 0);
      BufferView between = data.filled(0, 0);
      Capture capture = backend.capture("mixed");
      capture.dispatch(data.add, data.adding(x, 1, between), "one");
      capture.dispatch(data.add, data.adding(between, 2, a), "two");
      capture.library("times ten", List.of(new HostWork.Use(a, Access.READ),
          new HostWork.Use(b, Access.WRITE_ALL)), call);
      capture.dispatch(data.add, data.adding(b, 3, between), "three");
      capture.dispatch(data.add, data.adding(between, 4, x), "four");
      capture.opaque("times ten again", List.of(new HostWork.Use(x, Access.READ),
          new HostWork.Use(out, Access.WRITE_ALL)), TIMES_TEN);
      schedule = capture.finish();
    }
  }

  private static HostRoutine timesTen() {
    return new HostRoutine("test:times_ten", TIMES_TEN);
  }

  @ParameterizedTest
  @CsvSource({"DEFAULT", "DIRECT"})
  void itRunsInOrderWithSegmentsAndHostWork(String name) {
    try (Backend backend = HostMetal.checked("reverse");
        CommandQueue queue = backend.newQueue("library")) {
      Mixed mixed = new Mixed(backend, timesTen());
      Options options = name.equals("DEFAULT") ? Options.DEFAULT : Options.DIRECT;
      try (CompiledSchedule compiled = backend.compile(mixed.schedule, options)) {
        ReplayBench.run(queue, compiled.newValues());
        assertThat(mixed.out.read().toDoubles()).containsExactly(470, 570);
        // The result of the first run is the input of the second.
        ReplayBench.run(queue, compiled.newValues());
        assertThat(mixed.out.read().toDoubles()).containsExactly(5070, 6070);
      }
    }
  }

  @Test
  void itIsEncodedIntoTheCommandBufferBetweenTwoEncoders() {
    RecordingDriver driver = new RecordingDriver(ReplayBench.hostDriver());
    try (Backend backend = MetalProvider.over(driver, Catalogue.installed());
        CommandQueue queue = backend.newQueue("library")) {
      Mixed mixed = new Mixed(backend, timesTen());
      try (CompiledSchedule compiled = backend.compile(mixed.schedule, Options.DEFAULT)) {
        driver.take();
        ReplayBench.run(queue, compiled.newValues());
        assertThat(driver.take()).extracting(call -> call.getClass().getSimpleName())
            .containsExactly("ExecuteCommands", "Barrier", "Barrier", "EndEncoding", "Library",
                "ExecuteCommands", "Barrier", "Barrier", "EndEncoding", "Commit");
      }
    }
  }

  @Test
  void theDriverIsToldEveryRangeWithItsAccess() {
    RecordingDriver driver = new RecordingDriver(ReplayBench.hostDriver());
    try (Backend backend = MetalProvider.over(driver, Catalogue.installed());
        CommandQueue queue = backend.newQueue("library")) {
      AddChain data = new AddChain(backend);
      BufferView all = data.filled(1, 2, 3, 4);
      Capture capture = backend.capture("ranges");
      capture.library("times ten", List.of(new HostWork.Use(all.slice(0, 2), Access.READ),
          new HostWork.Use(all.slice(2, 2), Access.WRITE_ALL)), timesTen());
      SlotValues values = capture.finish().newValues();
      driver.take();
      try (Encoder encoder = queue.encoder("ranges")) {
        encoder.replay(values);
        encoder.commit().await();
      }
      assertThat(driver.take().getFirst()).isInstanceOfSatisfying(MetalCall.Library.class,
          call -> {
            assertThat(call.routine()).isEqualTo("test:times_ten");
            int buffer = call.ranges().getFirst().buffer();
            assertThat(call.ranges()).containsExactly(
                new MetalCall.Range(buffer, 0, 8, Access.READ),
                new MetalCall.Range(buffer, 8, 8, Access.WRITE_ALL));
          });
      assertThat(all.read().toDoubles()).containsExactly(1, 2, 10, 20);
    }
  }

  @Test
  void aFailureNamesStepAndRoutineAndIsFinalForTheQueue() {
    try (Backend backend = HostMetal.checked("forward");
        CommandQueue queue = backend.newQueue("library")) {
      Mixed mixed = new Mixed(backend, new HostRoutine("test:broken", uses -> {
        throw new IllegalStateException("no workspace");
      }));
      try (CompiledSchedule compiled = backend.compile(mixed.schedule, Options.DEFAULT)) {
        AssayException failed = ReplayBench.refusal(queue, compiled.newValues());
        assertThat(failed.code()).isEqualTo(Codes.SUBMISSION_FAILED);
        assertThat(failed)
            .hasMessageContaining("dispatch 'times ten' of library routine test:broken")
            .hasMessageContaining("no workspace");
        assertThat(ReplayBench.refusal(queue, compiled.newValues()).code())
            .isEqualTo(Codes.QUEUE_FAILED);
        assertThat(mixed.out.read().toDoubles()).containsExactly(0, 0);
      }
    }
  }

  @Test
  void aCallOfAnotherLibraryIsRefusedByName() {
    try (Backend backend = HostMetal.checked("forward")) {
      AssayException refused = catchThrowableOfType(AssayException.class,
          () -> new Mixed(backend, () -> "mps:matmul"));
      assertThat(refused.code()).isEqualTo(Codes.BIND_FOREIGN);
      assertThat(refused).hasMessageContaining("mps:matmul").hasMessageContaining("host driver");
    }
  }
}
