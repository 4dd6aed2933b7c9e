package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A baked dispatch leaves nothing on the heap; allocation, unlike time, is the same on every machine. */
class AllocationTest {
  private static final int WARM_UP = 20_000;
  private static final int COUNT = 100_000;
  private static final int ROUNDS = 5;
  private static final double MOST_BYTES = 0.01;
  private static final double MOST_BYTES_OF_SUBMISSION = 512;

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

  /** The encoder, the submission and the port's own, whatever the number of commands. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSubmissionLeavesWhatItsHandlesTakeAndNoMoreForMoreCommands(boolean segment) {
    // The compiler may leave out some of it, so the figures differ; a byte for every tenth command would not fit.
    for (int commands : new int[] {10, 1000}) {
      assertThat(bytesOfSubmission(commands, segment)).as("bytes of %d commands", commands)
          .isBetween(1.0, MOST_BYTES_OF_SUBMISSION);
    }
  }

  private double bytesOfSubmission(int commands, boolean segment) {
    DispatchRecord record = work.closedRecord();
    Capture capture = work.backend.capture("commands");
    for (int i = 0; i < commands; i++) {
      capture.dispatch(record);
    }
    SlotValues values = work.backend
        .compile(capture.finish(), CompiledSchedule.Options.STRICT)
        .newValues();
    IntConsumer submit = i -> {
      try (Encoder encoder = work.queue.encoder("encoder")) {
        if (segment) {
          encoder.execute(values);
        } else {
          for (int c = 0; c < commands; c++) {
            encoder.dispatch(record);
          }
        }
        encoder.commit().await();
      }
    };
    int count = segment ? COUNT : COUNT / commands;
    bytes(segment || commands == 10 ? WARM_UP : WARM_UP / 10, submit);
    double fewest = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      fewest = Math.min(fewest, bytes(count, submit));
    }
    return fewest;
  }

  @Test
  void anUnbakedDispatchIsSeenToAllocate() {
    // So that the test above is known to look at the right thing.
    try (Encoder encoder = work.queue.encoder("encoder")) {
      assertThat(bytes(1000, i -> encoder.dispatch(work.pipeline, work.bindings(), "unbaked")))
          .isGreaterThan(100);
    }
  }

  private static void assertAllocatesNothing(IntConsumer dispatch) {
    bytes(WARM_UP, dispatch);
    // What the JVM itself leaves on this thread's account, when it recompiles, is in one round and not in all.
    double fewest = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      fewest = Math.min(fewest, bytes(COUNT, dispatch));
    }
    assertThat(fewest).isLessThan(MOST_BYTES);
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
