package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One submission made again and again. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExecutionTest {
  /** What can be submitted so, each made of a record with slots x and out and the field position. */
  enum Kind {
    RECORD, SCHEDULE, SEGMENTS, DIRECT;

    /** Empty values of it. */
    SlotValues values(Fixture f) {
      DispatchRecord record = record(f);
      Slotted slotted = switch (this) {
        case RECORD -> record;
        case SCHEDULE -> schedule(f, record);
        case SEGMENTS -> f.backend.compile(schedule(f, record), CompiledSchedule.Options.STRICT);
        case DIRECT -> f.backend.compile(schedule(f, record), CompiledSchedule.Options.DIRECT);
      };
      return slotted.newValues();
    }

    private static Schedule schedule(Fixture f, DispatchRecord record) {
      Capture capture = f.backend.capture("schedule");
      SlotValues values = record.newValues();
      for (Slot slot : record.slots()) {
        values.set(slot, capture.slot(slot.name(), DType.F32, slot.name().equals("x") ? 1 : 4));
      }
      capture.dispatch(values);
      return capture.finish();
    }
  }

  /** {@code out[position] = x[0] + position}. */
  private static DispatchRecord record(Fixture f) {
    return f.step(false)
        .bake(new Bindings().slot("x")
            .slot("out")
            .constant("params", TestKernels.stepParams(1, 0))
            .patchable("position", "params", "position", 0, 3), "step");
  }

  private static SlotValues set(SlotValues values, Buffer x, Buffer out, long position) {
    Slotted owner = values.owner();
    return values.set(owner.slot("x"), x.view(DType.F32))
        .set(owner.slot("out"), out.view(DType.F32))
        .set(owner.field("position"), position);
  }

  @ParameterizedTest
  @EnumSource
  void takesWhatItsValuesHoldAtEachSubmission(Kind kind) {
    try (Fixture f = new Fixture()) {
      Buffer ten = f.filled("ten", 10);
      Buffer twenty = f.filled("twenty", 20);
      Buffer first = f.filled("first", 0, 0, 0, 0);
      Buffer second = f.filled("second", 0, 0, 0, 0);
      SlotValues values = kind.values(f);
      Execution execution = f.queue.execution("again", values);
      assertThat(execution.label()).isEqualTo("again");
      for (int position = 0; position < 4; position++) {
        set(values, position % 2 == 0 ? ten : twenty, position < 2 ? first : second, position);
        execution.submit();
        execution.await();
        assertThat(execution.status()).isEqualTo(Submission.Status.COMPLETED);
        assertThat(execution.clocks().deviceNanos()).isEqualTo(1);
      }
      assertThat(Fixture.read(first)).containsExactly(10, 21, 0, 0);
      assertThat(Fixture.read(second)).containsExactly(0, 0, 12, 23);
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesTheDeviceTheCommandsOfAnEncoderOfItsOwn(Kind kind) {
    try (Fixture f = new Fixture()) {
      SlotValues values = set(kind.values(f), f.filled("x", 1), f.filled("out", 0, 0, 0, 0), 2);
      f.port.stream.clear();
      f.submit(encoder -> {
        switch (kind) {
          case RECORD -> encoder.dispatch(values);
          case SCHEDULE -> encoder.replay(values);
          case SEGMENTS, DIRECT -> encoder.execute(values);
        }
      });
      List<String> once = List.copyOf(f.port.stream);
      f.port.stream.clear();
      Execution execution = f.queue.execution("again", values);
      for (int i = 0; i < 3; i++) {
        execution.submit();
        execution.await();
        assertThat(f.port.stream).isEqualTo(once);
        f.port.stream.clear();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunTakesAValueWithItAndTheNextMayBeSetMeanwhile(Kind kind) {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer x = f.filled("x", 10);
      Buffer out = f.filled("out", 0, 0, 0, 0);
      SlotValues values = set(kind.values(f), x, out, 1);
      Execution execution = f.queue.execution("again", values);
      execution.submit();
      set(values, x, out, 3);
      f.port.runWaiting();
      execution.await();
      assertThat(Fixture.read(out)).containsExactly(0, 11, 0, 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void severalAreInFlightAtOnceEachWithItsOwnValues(Kind kind) {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer x = f.filled("x", 10);
      Buffer out = f.filled("out", 0, 0, 0, 0);
      Slotted owner = kind.values(f).owner();
      List<Execution> executions = new ArrayList<>();
      for (int position = 0; position < 4; position++) {
        executions.add(f.queue.execution("at " + position,
            set(owner.newValues(), x, out, position)));
      }
      executions.forEach(Execution::submit);
      f.port.runWaiting();
      executions.forEach(Execution::await);
      assertThat(Fixture.read(out)).containsExactly(10, 11, 12, 13);
    }
  }

  @Test
  void whatIsInFlightIsNotSubmittedAgain() throws IOException {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer out = f.filled("out", 0, 0, 0, 0);
      Execution execution =
          f.queue.execution("again", set(Kind.SEGMENTS.values(f), f.filled("x", 10), out, 1));
      execution.submit();
      assertThat(execution.status()).isEqualTo(Submission.Status.PENDING);
      Fixture.assertCode(Codes.IN_FLIGHT, execution::clocks);
      Fixture.assertCode(Codes.SUBMISSION_TIMEOUT, () -> execution.await(Duration.ofMillis(1)));
      InvalidCallException refusal =
          catchThrowableOfType(InvalidCallException.class, execution::submit);
      assertThat(refusal.code()).isEqualTo(Codes.IN_FLIGHT);
      GoldenText.assertMatches("execution-in-flight", refusal.getMessage());
      Fixture.assertCode(Codes.IN_FLIGHT, () -> Fixture.read(out));
      f.port.runWaiting();
      execution.await(Duration.ofSeconds(Long.MAX_VALUE));
      execution.submit();
      f.port.runWaiting();
      execution.await();
      assertThat(Fixture.read(out)).containsExactly(0, 11, 0, 0);
    }
  }

  @Test
  void beforeTheFirstThereIsNothingToAskFor() throws IOException {
    try (Fixture f = new Fixture()) {
      Execution execution = f.queue.execution("again", record(f).newValues());
      InvalidCallException refusal =
          catchThrowableOfType(InvalidCallException.class, execution::await);
      assertThat(refusal.code()).isEqualTo(Codes.SUBMISSION_NONE);
      GoldenText.assertMatches("execution-none", refusal.getMessage());
      assertNothingSubmitted(execution);
    }
  }

  private static void assertNothingSubmitted(Execution execution) {
    Fixture.assertCode(Codes.SUBMISSION_NONE, execution::await);
    Fixture.assertCode(Codes.SUBMISSION_NONE, () -> execution.await(Duration.ofSeconds(1)));
    Fixture.assertCode(Codes.SUBMISSION_NONE, execution::status);
    Fixture.assertCode(Codes.SUBMISSION_NONE, execution::clocks);
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalLeavesNothingBusyAndNothingToWaitFor(Kind kind) {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 10);
      Buffer out = f.filled("out", 0, 0, 0, 0);
      SlotValues values = set(kind.values(f), x, out, 1);
      Execution execution = f.queue.execution("again", values);
      execution.submit();
      execution.await();
      BufferView tooShort = out.view(DType.F32, 0, 1);
      values.set(values.owner().slot("out"), tooShort);
      // More often than encoders may be open: each gives back what it took.
      for (int i = 0; i <= SupportQueue.MOST_OPEN; i++) {
        Fixture.assertCode(Codes.BIND_LENGTH, execution::submit);
        assertNothingSubmitted(execution);
      }
      assertThat(Fixture.read(out)).as("not busy").containsExactly(0, 11, 0, 0);
      Fixture.assertCode(Codes.PATCH_RANGE,
          () -> f.queue.execution("no position", values.owner()
              .newValues()
              .set(values.owner().slot("x"), x.view(DType.F32))
              .set(values.owner().slot("out"), out.view(DType.F32))).submit());
      set(values, x, out, 2);
      execution.submit();
      execution.await();
      assertThat(Fixture.read(out)).containsExactly(0, 11, 12, 0);
    }
  }

  @Test
  void aBufferThatTheHostHasMappedIsRefusedAtCommitAndTakenLater() {
    try (Fixture f = new Fixture()) {
      Buffer out = f.filled("out", 0, 0, 0, 0);
      Execution execution =
          f.queue.execution("again", set(Kind.SEGMENTS.values(f), f.filled("x", 10), out, 1));
      out.map(memory -> {
        Fixture.assertCode(Codes.IN_FLIGHT, execution::submit);
        assertNothingSubmitted(execution);
        return 0;
      });
      execution.submit();
      execution.await();
      assertThat(Fixture.read(out)).containsExactly(0, 11, 0, 0);
    }
  }

  @Test
  void closedBuffersSchedulesAndQueuesAndValuesOfOthersAreRefused() {
    try (Fixture f = new Fixture(); Fixture other = new Fixture()) {
      Buffer x = f.filled("x", 10);
      Buffer out = f.filled("out", 0, 0, 0, 0);
      SlotValues values = set(Kind.SEGMENTS.values(f), x, out, 1);
      Execution execution = f.queue.execution("again", values);
      execution.submit();
      execution.await();
      Fixture.assertCode(Codes.BIND_FOREIGN,
          () -> other.queue.execution("theirs", values).submit());
      ((CompiledSchedule) values.owner()).close();
      Fixture.assertCode(Codes.CLOSED, execution::submit);
      SlotValues record = set(record(f).newValues(), x, out, 2);
      Execution ofRecord = f.queue.execution("record", record);
      x.close();
      Fixture.assertCode(Codes.CLOSED, ofRecord::submit);
      f.queue.close();
      Fixture.assertCode(Codes.CLOSED, ofRecord::submit);
      Fixture.assertCode(Codes.CLOSED, () -> f.queue.execution("late", record));
    }
  }

  @Test
  void aRefusalNamesTheExecutionAndNotAnEncoder() {
    try (Fixture f = new Fixture(); Fixture other = new Fixture()) {
      SlotValues values =
          set(record(f).newValues(), f.filled("x", 10), f.filled("out", 0, 0, 0, 0), 1);
      Execution again = f.queue.execution("again", values);
      Execution fresh = f.queue.execution("fresh", values);
      assertThatThrownBy(() -> other.queue.execution("theirs", values).submit())
          .hasMessageContaining("where: dispatch in execution 'theirs'");
      again.submit();
      again.await();
      f.queue.close();
      assertThatThrownBy(again::submit).hasMessageContaining("where: execution 'again'");
      assertThatThrownBy(fresh::submit).hasMessageContaining("where: execution 'fresh'");
      assertThatThrownBy(() -> f.queue.execution("late", values))
          .hasMessageContaining("where: execution 'late'");
    }
  }

  @Test
  void aFailureIsThrownByEveryWaitAndByEveryFurtherSubmission() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 10);
      Buffer out = f.filled("out", 0, 0, 0, 0);
      SlotValues values = set(Kind.SEGMENTS.values(f), x, out, 1);
      Execution execution = f.queue.execution("again", values);
      execution.submit();
      execution.await();
      f.port.failAll = true;
      execution.submit();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(execution::await).isInstanceOf(DeviceException.class)
            .hasMessageContaining("illegal address");
        assertThatThrownBy(execution::submit).isInstanceOf(DeviceException.class)
            .hasMessageContaining("illegal address");
        assertThat(execution.status()).isEqualTo(Submission.Status.FAILED);
      }
      f.port.failAll = false;
      try (var fresh = f.backend.newQueue("fresh")) {
        Execution again = fresh.execution("again", set(values, x, out, 2));
        again.submit();
        again.await();
      }
      assertThat(Fixture.read(out)).containsExactly(0, 11, 12, 0);
    }
  }

  @Test
  void whatWasEncodedHalfWayIsNoBurdenToTheNextSubmission() {
    try (Fixture f = new Fixture()) {
      Buffer out = f.filled("out", 0, 0, 0, 0);
      Execution execution =
          f.queue.execution("again", set(record(f).newValues(), f.filled("x", 10), out, 1));
      for (int i = 0; i < 2; i++) {
        f.port.refused = "pipelines";
        assertThatThrownBy(execution::submit).hasMessage("the device refuses a pipeline");
        f.port.refused = "";
        assertNothingSubmitted(execution);
        execution.submit();
        execution.await();
      }
      assertThat(Fixture.read(out)).containsExactly(0, 11, 0, 0);
    }
  }

  @Test
  void whatTheDeviceRefusesHasFailed() {
    try (Fixture f = new Fixture()) {
      Buffer out = f.filled("out", 0, 0, 0, 0);
      Execution execution =
          f.queue.execution("again", set(record(f).newValues(), f.filled("x", 10), out, 1));
      f.port.refused = "work";
      assertThatThrownBy(execution::submit).hasMessage("the device refuses work");
      f.port.refused = "";
      assertThat(execution.status()).isEqualTo(Submission.Status.FAILED);
      assertThatThrownBy(execution::await).hasRootCauseMessage("the device refuses work");
      assertThat(Fixture.read(out)).as("not busy").containsExactly(0, 0, 0, 0);
      f.queue.close();
    }
  }

  @Test
  void whoeverWaitsForWhatIsThenRefusedIsTold() throws Exception {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer x = f.filled("x", 10);
      List<Submission> full = new ArrayList<>();
      for (int i = 0; i < SupportQueue.MOST_IN_FLIGHT; i++) {
        try (Encoder encoder = f.queue.encoder("full " + i)) {
          encoder.dispatch(set(record(f).newValues(), x, f.filled("out", 0, 0, 0, 0), 0));
          full.add(encoder.commit());
        }
      }
      Execution execution = f.queue.execution("again",
          set(record(f).newValues(), x, f.filled("out", 0, 0, 0, 0), 1));
      CompletableFuture<Void> submitting = CompletableFuture.runAsync(execution::submit);
      while (submitted(execution)) {
        Thread.onSpinWait();
      }
      CompletableFuture<Void> waiting = CompletableFuture.runAsync(execution::await);
      Fixture.assertCode(Codes.IN_FLIGHT, execution::submit);
      f.port.failAll = true;
      f.port.runWaiting();
      assertThat(codeOf(submitting)).isEqualTo("queue.failed");
      assertThat(codeOf(waiting)).isEqualTo("submission.none");
      f.port.failAll = false;
      assertThat(full).allMatch(each -> each.status() == Submission.Status.FAILED);
    }
  }

  private static boolean submitted(Execution execution) {
    try {
      return execution.status() != Submission.Status.PENDING;
    } catch (InvalidCallException nothingYet) {
      return true;
    }
  }

  private static String codeOf(CompletableFuture<Void> call)
      throws InterruptedException, TimeoutException {
    try {
      call.get(60, TimeUnit.SECONDS);
      return "none thrown";
    } catch (ExecutionException thrown) {
      return ((AssayException) thrown.getCause()).code().id();
    }
  }

  /** Of many threads that submit it at once one does, and the others are refused. */
  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void oneThreadAtATimeSubmits(int threads) throws Exception {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Execution execution = f.queue.execution("again", set(Kind.SEGMENTS.values(f),
          f.filled("x", 10), f.filled("out", 0, 0, 0, 0), 1));
      CyclicBarrier together = new CyclicBarrier(threads);
      List<CompletableFuture<Void>> calls = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        calls.add(CompletableFuture.runAsync(() -> {
          meet(together);
          execution.submit();
        }, task -> Thread.ofPlatform().daemon().start(task)));
      }
      List<String> codes = new ArrayList<>();
      for (CompletableFuture<Void> call : calls) {
        codes.add(codeOf(call));
      }
      assertThat(codes).containsOnlyOnce("none thrown");
      assertThat(codes).contains("lifetime.in_flight");
      f.port.runWaiting();
      execution.await();
    }
  }

  private static void meet(CyclicBarrier together) {
    try {
      together.await();
    } catch (InterruptedException | BrokenBarrierException refused) {
      throw new AssertionError(refused);
    }
  }

  @Test
  void clocksAreOfTheLatest() {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer out = f.filled("out", 0, 0, 0, 0);
      Execution execution =
          f.queue.execution("again", set(record(f).newValues(), f.filled("x", 10), out, 1));
      execution.submit();
      f.port.runWaiting();
      execution.await();
      Submission.Clocks first = execution.clocks();
      assertThat(first.latencyNanos()).isPositive();
      execution.submit();
      Fixture.assertCode(Codes.IN_FLIGHT, execution::clocks);
      f.port.runWaiting();
      execution.await();
      assertThat(execution.clocks()).isNotEqualTo(first);
    }
  }
}
