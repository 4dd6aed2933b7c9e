package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A baked dispatch leaves nothing on the heap, nor does an execution that is submitted again; allocation, unlike time, is
 * the same on every machine.
 */
class AllocationTest {
  private static final int WARM_UP = 20_000;
  private static final int COUNT = 100_000;
  private static final int ROUNDS = 5;
  private static final double MOST_BYTES = 0.01;
  private static final double MOST_BYTES_OF_SUBMISSION = 256;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final LayerNormWork work = new LayerNormWork();

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void aRecordWithEverythingBakedIsDispatchedWithoutAllocation() {
    DispatchRecord record = work.closedRecord();
    try (Encoder encoder = work.queue.encoder("encoder")) {
      assertAllocatesNothing(i -> encoder.dispatch(record));
    }
  }

  @Test
  void slotsAreGivenAndDispatchedWithoutAllocation() {
    SlotValues values = work.slottedRecord().newValues();
    BufferView[] outputs = {work.out, work.view("other out", work.out.count())};
    Slot out = values.owner().slot("out");
    values.set(values.owner().slot("x"), work.x)
        .set(values.owner().slot("gamma"), work.gamma)
        .set(values.owner().slot("beta"), work.beta);
    try (Encoder encoder = work.queue.encoder("encoder")) {
      assertAllocatesNothing(i -> encoder.dispatch(values.set(out, outputs[i % 2])));
    }
  }

  @Test
  void fieldsAreSetAndDispatchedWithoutAllocation() {
    SlotValues values = work.patchableRecord().newValues();
    FieldSlot rows = values.owner().field("rows");
    values.set(values.owner().slot("x"), work.x).set(values.owner().slot("out"), work.out);
    try (Encoder encoder = work.queue.encoder("encoder")) {
      assertAllocatesNothing(
          i -> encoder.dispatch(values.set(rows, 1 + i % LayerNormWork.ROWS)));
    }
  }

  /** Records, schedules and compiled schedules alike, however many commands they have. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1000})
  void whatIsSubmittedAgainAndAgainIsSubmittedWithoutAllocation(int commands) {
    Schedule schedule = schedule(commands);
    List<Slotted> again = List.of(work.closedRecord(), schedule,
        work.backend.compile(schedule, CompiledSchedule.Options.STRICT));
    for (Slotted slotted : again) {
      Execution execution = work.queue.execution("execution", slotted.newValues());
      int divisor = slotted instanceof Schedule ? commands : 1;
      assertAllocatesNothing(WARM_UP / divisor, COUNT / divisor, i -> {
        execution.submit();
        execution.await();
      });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1000})
  void slotsAreGivenAnewBetweenSubmissionsWithoutAllocation(int commands) {
    BufferView[] outputs =
        {work.view("out", work.out.count()), work.view("other", work.out.count())};
    DispatchRecord record = work.slottedRecord();
    Capture capture = work.backend.capture("commands with slots");
    BufferView slot = capture.slot("out", work.out.dtype(), work.out.count());
    SlotValues each = record.newValues()
        .set(record.slot("x"), work.x)
        .set(record.slot("gamma"), work.gamma)
        .set(record.slot("beta"), work.beta)
        .set(record.slot("out"), slot);
    for (int i = 0; i < commands; i++) {
      capture.dispatch(each);
    }
    SlotValues values = work.backend.compile(capture.finish(), CompiledSchedule.Options.STRICT)
        .newValues();
    Slot out = values.owner().slot("out");
    Execution execution = work.queue.execution("execution", values);
    int count = Math.max(COUNT / commands, 1000);
    assertAllocatesNothing(Math.min(WARM_UP, count), count, i -> {
      values.set(out, outputs[i % 2]);
      execution.submit();
      execution.await();
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1000})
  void aFieldIsPatchedBetweenSubmissionsWithoutAllocation(int commands) {
    Capture capture = work.backend.capture("commands and a field");
    SlotValues last = work.patchableRecord().newValues();
    last.set(last.owner().slot("x"), work.x).set(last.owner().slot("out"), work.out);
    for (int i = 1; i < commands; i++) {
      capture.dispatch(work.closedRecord());
    }
    capture.dispatch(last);
    SlotValues values = work.backend.compile(capture.finish(), CompiledSchedule.Options.STRICT)
        .newValues();
    FieldSlot rows = values.owner().field("rows");
    Execution execution = work.queue.execution("execution", values);
    assertAllocatesNothing(i -> {
      values.set(rows, 1 + i % LayerNormWork.ROWS);
      execution.submit();
      execution.await(LIMIT);
    });
  }

  /** Encoder and submission are new each time, since users keep them; nothing else is. */
  @ParameterizedTest
  @ValueSource(ints = {10, 1000})
  void anEncoderOfItsOwnLeavesItselfAndItsSubmission(int commands) {
    SlotValues values = work.backend
        .compile(schedule(commands), CompiledSchedule.Options.STRICT)
        .newValues();
    // A byte for every tenth command would not fit.
    assertThat(fewestBytes(WARM_UP, COUNT, i -> {
      try (Encoder encoder = work.queue.encoder("encoder")) {
        encoder.execute(values);
        encoder.commit().await();
      }
    })).isBetween(1.0, MOST_BYTES_OF_SUBMISSION);
  }

  private Schedule schedule(int commands) {
    DispatchRecord record = work.closedRecord();
    Capture capture = work.backend.capture("commands");
    for (int i = 0; i < commands; i++) {
      capture.dispatch(record);
    }
    return capture.finish();
  }

  @Test
  void anUnbakedDispatchIsSeenToAllocate() {
    // So that the test above is known to look at the right thing.
    try (Encoder encoder = work.queue.encoder("encoder")) {
      assertThat(bytes(1000, i -> encoder.dispatch(work.pipeline, work.bindings(), "unbaked")))
          .isGreaterThan(100);
    }
  }

  private static void assertAllocatesNothing(IntConsumer work) {
    assertAllocatesNothing(WARM_UP, COUNT, work);
  }

  private static void assertAllocatesNothing(int warmUp, int count, IntConsumer work) {
    assertThat(fewestBytes(warmUp, count, work)).isLessThan(MOST_BYTES);
  }

  /** Of several rounds: what the JVM itself leaves on this thread's account, when it recompiles, is not in all. */
  private static double fewestBytes(int warmUp, int count, IntConsumer work) {
    bytes(warmUp, work);
    double fewest = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      fewest = Math.min(fewest, bytes(count, work));
    }
    return fewest;
  }

  private static double bytes(int count, IntConsumer dispatch) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < count; i++) {
      dispatch.accept(i);
    }
    return (double) (threads.getCurrentThreadAllocatedBytes() - before) / count;
  }
}
