package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executions where the device, the clock or the caller does what it seldom does. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExecutionTroubleTest {
  private static Execution scaling(Fixture f, Buffer x, Buffer out) {
    return f.queue.execution("again",
        f.scale.bake(Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "scale")
            .newValues());
  }

  /** Waits for room in the queue, which then fails, and the device keeps what was encoded. */
  @ParameterizedTest
  @ValueSource(strings = {"", "discards", "releases"})
  void whatIsRefusedWhileItWaitsForRoomIsNotInFlight(String keeps) throws Exception {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer x = f.filled("x", 1);
      Buffer out = f.filled("out", 0);
      Buffer dropped = f.filled("dropped", 0);
      Execution execution = scaling(f, dropped, out);
      FutureTask<AssayException> submitting = submitToFullQueue(f, x, execution);
      dropped.close();
      f.port.refused = keeps;
      f.port.failAll = true;
      f.port.runWaiting();
      AssayException refusal = submitting.get();
      f.port.refused = "";
      f.port.failAll = false;
      assertThat(refusal.code()).isEqualTo(Codes.QUEUE_FAILED);
      assertThat(refusal.getSuppressed()).hasSize(keeps.isEmpty() ? 0 : 1);
      Fixture.assertCode(Codes.SUBMISSION_NONE, () -> execution.await(Duration.ofSeconds(1)));
      Fixture.assertCode(Codes.QUEUE_FAILED, execution::submit);
      assertThat(Fixture.read(out)).as("not busy").containsExactly(0);
      f.queue.close();
      if (keeps.equals("releases")) {
        f.port.liveMemories.decrementAndGet(); // what the device did not take back
      }
    }
  }

  @Test
  void aQueueIsClosedWhenNothingIsLeftOfWhatWaitedForRoom() throws Exception {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer x = f.filled("x", 1);
      FutureTask<AssayException> submitting =
          submitToFullQueue(f, x, scaling(f, x, f.filled("out", 0)));
      FutureTask<Boolean> closing = new FutureTask<>(f.queue::close, true);
      f.port.whenDiscarded = () -> assertThatThrownBy(() -> closing.get(100, TimeUnit.MILLISECONDS))
          .as("waits for the discard")
          .isInstanceOf(TimeoutException.class);
      startAndLetWait(closing);
      f.port.runWaiting();
      assertThat(submitting.get().code()).isEqualTo(Codes.CLOSED);
      assertThat(closing.get()).isTrue();
    }
  }

  /** An execution that is submitted on another thread, which waits for room. */
  private static FutureTask<AssayException> submitToFullQueue(Fixture f, Buffer x,
      Execution execution) {
    for (int i = 0; i < SupportQueue.MOST_IN_FLIGHT; i++) {
      try (Encoder encoder = f.queue.encoder("full " + i)) {
        encoder.dispatch(f.scale,
            Fixture.scaling(x.view(DType.F32), f.filled("full", 0).view(DType.F32), 2), "d");
        encoder.commit();
      }
    }
    FutureTask<AssayException> submitting = new FutureTask<>(
        () -> catchThrowableOfType(AssayException.class, execution::submit));
    startAndLetWait(submitting);
    return submitting;
  }

  private static void startAndLetWait(Runnable call) {
    Thread started = Thread.ofPlatform().daemon().start(call);
    while (started.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void aLimitOfNothingOrLessEndsAtOnce(long seconds) {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Execution execution = scaling(f, f.filled("x", 1), f.filled("out", 0));
      execution.submit();
      Fixture.assertCode(Codes.SUBMISSION_TIMEOUT,
          () -> execution.await(Duration.ofSeconds(seconds)));
      f.port.runWaiting();
      execution.await(Duration.ofSeconds(seconds));
    }
  }

  @Test
  void clocksOfWhatTheDeviceRefusesAreNotOfTheRunBefore() {
    try (Fixture f = new Fixture()) {
      Execution execution = scaling(f, f.filled("x", 1), f.filled("out", 0));
      execution.submit();
      assertThat(execution.clocks().commitNanos()).isPositive();
      f.port.refused = "work";
      assertThatThrownBy(execution::submit).hasMessage("the device refuses work");
      f.port.refused = "";
      assertThat(execution.status()).isEqualTo(Submission.Status.FAILED);
      assertThat(execution.clocks().commitNanos()).isZero();
    }
  }

  @Test
  void whoLocksItDoesNotKeepTheDeviceFromEndingIt() throws Exception {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Execution execution = scaling(f, f.filled("x", 1), f.filled("out", 0));
      synchronized (execution) {
        execution.submit();
        CompletableFuture.runAsync(f.port::runWaiting).get(10, TimeUnit.SECONDS);
        execution.await();
      }
    }
  }

  @Test
  void whoLocksItKeepsTheLockWhileHeWaits() throws Exception {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Execution execution = scaling(f, f.filled("x", 1), f.filled("out", 0));
      Thread other;
      synchronized (execution) {
        execution.submit();
        other = Thread.ofPlatform().daemon().start(() -> {
          synchronized (execution) {
            f.port.runWaiting();
          }
        });
        Fixture.assertCode(Codes.SUBMISSION_TIMEOUT,
            () -> execution.await(Duration.ofMillis(100)));
      }
      other.join();
      execution.await();
    }
  }
}
