package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.AssayException;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.ResourceException;
import dev.assay.spi.kernel.KernelName;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Order, lifetimes and failures of submissions. */
class SubmissionTest {
  private final HeapPort port = new HeapPort(false);
  private final SupportBackend backend = BindingProblemsTest.open(port);
  private final CommandQueue queue = backend.newQueue("main queue");
  private final Pipeline scale =
      backend.registry().pipeline(new PipelineKey(KernelName.of("test:scale"), DType.F32, null));
  private final Pipeline picky =
      backend.registry().pipeline(new PipelineKey(KernelName.of("test:picky"), DType.F32, null));

  @AfterEach
  void close() {
    port.runWaiting();
    backend.close();
    assertThat(port.liveMemories).hasValue(0);
    assertThat(port.closed).isTrue();
  }

  @Test
  void unbakedBakedAndSlotDispatchesGiveEqualCommandsAndResults() {
    Buffer x = filled("x", 1, 2, 3, 4, 5, 6);
    Buffer out = backend.allocate(28, "out");
    Bindings bound = new Bindings().buffer("x", x.view(DType.F32))
        .buffer("out", out.view(DType.F32, 4, 6))
        .constant("params", TestKernels.scale(2, 3, 10));
    try (Encoder encoder = queue.encoder("unbaked")) {
      encoder.dispatch(scale, bound, "d");
      encoder.commit().await();
    }
    List<String> unbaked = List.copyOf(port.stream);
    assertThat(out.view(DType.F32, 4, 6).read().toDoubles()).containsExactly(10, 20, 30, 40, 50,
        60);

    port.stream.clear();
    DispatchRecord record = scale.bake(bound, "d");
    try (Encoder encoder = queue.encoder("baked")) {
      encoder.dispatch(record);
      encoder.commit().await();
    }
    assertThat(port.stream).isEqualTo(unbaked);

    port.stream.clear();
    DispatchRecord open = scale.bake(
        new Bindings().slot("x").slot("out").constant("params", TestKernels.scale(2, 3, 10)), "d");
    SlotValues values = open.newValues()
        .set(open.slot("out"), out.view(DType.F32, 4, 6))
        .set(open.slot("x"), x.view(DType.F32));
    try (Encoder encoder = queue.encoder("slots")) {
      encoder.dispatch(values);
      encoder.commit().await();
    }
    assertThat(port.stream).isEqualTo(unbaked);
  }

  @Test
  void refusesEmptyForeignAndOverlappingSlots() {
    Buffer x = filled("x", 1, 2, 3, 4, 5, 6);
    DispatchRecord record = scale.bake(
        new Bindings().slot("x").slot("out").constant("params", TestKernels.scale(1, 6, 10)),
        "first");
    DispatchRecord other = scale.bake(
        new Bindings().slot("x").slot("out").constant("params", TestKernels.scale(1, 6, 10)),
        "second");
    try (Encoder encoder = queue.encoder("slots")) {
      SlotValues values = record.newValues().set(record.slot("x"), x.view(DType.F32));
      assertCode(Codes.BIND_MISSING, () -> encoder.dispatch(values));
      values.set(record.slot("out"), x.view(DType.F32));
      assertCode(Codes.BIND_ALIAS, () -> encoder.dispatch(values));
      assertCode(Codes.BIND_FOREIGN, () -> values.set(other.slot("out"), x.view(DType.F32)));
      assertCode(Codes.BIND_MISSING, () -> encoder.dispatch(record));
      assertCode(Codes.BIND_UNKNOWN, () -> record.slot("ou"));
    }
  }

  @Test
  void refusesHostAccessWhileInFlightAndDefersTheReleaseOfAClosedBuffer() throws IOException {
    port.manual = true;
    Buffer x = filled("x", 1, 2);
    Buffer out = backend.allocate(8, "out");
    Submission submission = submit(x, out);
    assertThat(submission.status()).isEqualTo(Submission.Status.PENDING);
    assertCode(Codes.IN_FLIGHT, () -> x.view(DType.F32).write(Elements.of(DType.F32, 3, 4)));
    InvalidCallException refusal =
        catchThrowableOfType(InvalidCallException.class, () -> out.view(DType.F32).read());
    GoldenText.assertMatches("in-flight", refusal.getMessage());
    assertCode(Codes.IN_FLIGHT, submission::clocks);
    x.close();
    assertThat(port.liveMemories).hasValue(2);
    assertCode(Codes.CLOSED, () -> submit(x, out));
    port.runWaiting();
    submission.await();
    assertThat(port.liveMemories).hasValue(1);
    assertThat(out.view(DType.F32).read().toDoubles()).containsExactly(3, 6);
    assertThat(submission.clocks().latencyNanos()).isPositive();
    assertThat(submission.clocks().commitNanos()).isPositive();
  }

  @Test
  void refusesToCommitWorkOnABufferThatWasClosedAfterEncoding() {
    Buffer x = filled("x", 1, 2);
    Buffer out = backend.allocate(8, "out");
    try (Encoder encoder = queue.encoder("late")) {
      encode(encoder, x, out);
      x.close();
      assertCode(Codes.CLOSED, encoder::commit);
    }
    assertThat(port.stream).endsWith("discard");
    // The refusal must not leave the other buffer busy.
    out.view(DType.F32).write(Elements.of(DType.F32, 0, 0));
  }

  @Test
  void anEncoderIsUsedOnceAndByOneThread() throws InterruptedException {
    Encoder encoder = queue.encoder("once");
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread = new Thread(() -> {
      try {
        encoder.commit();
      } catch (AssayException refused) {
        thrown.set(refused);
      }
    });
    thread.start();
    thread.join();
    assertThat(thrown.get()).isInstanceOfSatisfying(InvalidCallException.class,
        refused -> assertThat(refused.code()).isEqualTo(Codes.THREAD));
    encoder.commit().await();
    assertCode(Codes.COMMITTED, encoder::commit);
    Encoder discarded = queue.encoder("discarded");
    discarded.close();
    discarded.close();
    assertCode(Codes.CLOSED, discarded::commit);
    assertThat(port.stream).containsExactly("discard");
  }

  @Test
  void aFailureReachesEveryWaiterAndTheQueueStaysFailed() throws IOException {
    port.manual = true;
    Buffer x = filled("x", -1, 2);
    Buffer out = backend.allocate(8, "out");
    Submission failing = submitPicky(x, out);
    Submission later = submit(filled("y", 1, 2), backend.allocate(8, "other"));
    port.runWaiting();
    DeviceException failure = catchThrowableOfType(DeviceException.class, failing::await);
    assertThat(failure.code()).isEqualTo(Codes.SUBMISSION_FAILED);
    assertThat(failure).hasRootCauseMessage("negative");
    GoldenText.assertMatches("failed", failure.getMessage());
    assertThat(catchThrowableOfType(DeviceException.class, failing::await)).isNotSameAs(failure);
    assertThat(failing.status()).isEqualTo(Submission.Status.FAILED);
    assertThat(later.status()).isEqualTo(Submission.Status.FAILED);
    DeviceException sticky =
        catchThrowableOfType(DeviceException.class, () -> queue.encoder("next"));
    assertThat(sticky.code()).isEqualTo(Codes.QUEUE_FAILED);
    GoldenText.assertMatches("queue-failed", sticky.getMessage());
    try (CommandQueue fresh = backend.newQueue("fresh"); Encoder encoder = fresh.encoder("again")) {
      port.manual = false;
      Buffer ok = filled("ok", 1, 2);
      encode(encoder, ok, out);
      encoder.commit().await();
      assertThat(out.view(DType.F32).read().toDoubles()).containsExactly(3, 6);
    }
  }

  @Test
  void aCommitOnAFailedQueueIsRefusedAndFreesItsBuffers() {
    Buffer x = filled("x", -1, 2);
    Buffer out = backend.allocate(8, "out");
    Buffer y = filled("y", 1, 2);
    Buffer other = backend.allocate(8, "other");
    Encoder encoder = queue.encoder("encoded before the failure");
    encode(encoder, y, other);
    Submission failing = submitPicky(x, out);
    assertCode(Codes.SUBMISSION_FAILED, failing::await);
    assertCode(Codes.QUEUE_FAILED, encoder::commit);
    assertThat(other.view(DType.F32).read().length()).isEqualTo(2);
  }

  @Test
  void aTimeLimitLeavesTheSubmissionPendingAndAnInterruptIsNotLost() throws InterruptedException {
    port.manual = true;
    Submission submission = submit(filled("x", 1, 2), backend.allocate(8, "out"));
    assertCode(Codes.SUBMISSION_TIMEOUT, () -> submission.await(Duration.ofMillis(1)));
    assertThat(submission.status()).isEqualTo(Submission.Status.PENDING);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicReference<Boolean> flag = new AtomicReference<>();
    Thread waiter = new Thread(() -> {
      try {
        submission.await();
      } catch (AssayException interrupted) {
        thrown.set(interrupted);
        flag.set(Thread.currentThread().isInterrupted());
      }
    });
    waiter.start();
    waiter.interrupt();
    waiter.join();
    assertThat(thrown.get()).isInstanceOfSatisfying(ResourceException.class,
        interrupted -> assertThat(interrupted.code()).isEqualTo(Codes.SUBMISSION_INTERRUPTED));
    assertThat(flag).hasValue(true);
    port.runWaiting();
    submission.await(Duration.ofSeconds(10));
    assertThat(submission.status()).isEqualTo(Submission.Status.COMPLETED);
  }

  @Test
  void foreignPipelinesAreRefused() {
    try (SupportBackend other = BindingProblemsTest.open(new HeapPort(false));
        Encoder encoder = queue.encoder("mine")) {
      Pipeline theirs = other.registry().pipeline(scale.key());
      assertCode(Codes.BIND_FOREIGN, () -> encoder.dispatch(theirs, new Bindings(), "d"));
      DispatchRecord record = theirs.bake(
          new Bindings().slot("x").slot("out").constant("params", TestKernels.scale(1, 2, 3)),
          "theirs");
      assertCode(Codes.BIND_FOREIGN, () -> encoder.dispatch(record));
      assertCode(Codes.BIND_FOREIGN, () -> encoder.dispatch(record.newValues()));
    }
  }

  @Test
  void memoryBeyondTheBudgetIsAnErrorThatNamesTheLargestHolders() throws IOException {
    backend.allocate(700_000, "weights");
    Buffer small = backend.allocate(300_000, "cache");
    ResourceException refusal =
        catchThrowableOfType(ResourceException.class,
            () -> backend.allocate(100_000, "activations"));
    GoldenText.assertMatches("out-of-memory", refusal.getMessage());
    assertCode(Codes.OUT_OF_MEMORY, () -> backend.allocate(Long.MAX_VALUE, "absurd"));
    assertCode(Codes.BUFFER_RANGE, () -> backend.allocate(-1, "negative"));
    small.close();
    backend.allocate(100_000, "activations");
  }

  @Test
  void everythingIsRefusedAfterTheBackendIsClosed() {
    Buffer x = filled("x", 1, 2);
    Encoder encoder = queue.encoder("open");
    backend.close();
    backend.close();
    assertCode(Codes.CLOSED, () -> x.view(DType.F32).read());
    assertCode(Codes.CLOSED, () -> backend.allocate(1, "late"));
    assertCode(Codes.CLOSED, () -> backend.newQueue("late"));
    assertCode(Codes.CLOSED, () -> queue.encoder("late"));
    assertCode(Codes.CLOSED, encoder::commit);
    assertCode(Codes.CLOSED, () -> scale.bake(new Bindings(), "late"));
    assertCode(Codes.CLOSED,
        () -> backend.registry()
            .pipeline(new PipelineKey(KernelName.of("test:scale"), DType.F16, null)));
  }

  private Buffer filled(String label, double... values) {
    Buffer buffer = backend.allocate(values.length * 4L, label);
    buffer.view(DType.F32).write(Elements.of(DType.F32, values));
    return buffer;
  }

  private void encode(Encoder encoder, Buffer x, Buffer out) {
    encoder.dispatch(scale,
        new Bindings().buffer("x", x.view(DType.F32))
            .buffer("out", out.view(DType.F32))
            .constant("params", TestKernels.scale(1, 2, 3)),
        "scaling");
  }

  private Submission submit(Buffer x, Buffer out) {
    try (Encoder encoder = queue.encoder("step")) {
      encode(encoder, x, out);
      return encoder.commit();
    }
  }

  private Submission submitPicky(Buffer x, Buffer out) {
    try (Encoder encoder = queue.encoder("doomed")) {
      encoder.dispatch(picky,
          new Bindings().buffer("x", x.view(DType.F32))
              .buffer("out", out.view(DType.F32))
              .constant("n", StructValue.ofLong(DType.U32, 2)),
          "the picky one");
      return encoder.commit();
    }
  }

  private static void assertCode(ErrorCode code,
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOfSatisfying(AssayException.class,
        refused -> assertThat(refused.code()).isEqualTo(code));
  }
}
