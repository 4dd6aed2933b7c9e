package dev.assay.benchmarks;

import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A whole submission, from the encoder to the end of the wait, of commands that all touch the same four buffers. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SubmissionBenchmark {
  /** How many commands a submission has. */
  @Param({"10", "1000"})
  public int commands;

  private final LayerNormWork work = new LayerNormWork();
  private final DispatchRecord record = work.closedRecord();
  private SlotValues direct = record.newValues();
  private SlotValues segment = direct;
  private SlotValues patchable = direct;
  private Execution resubmitted = work.queue.execution("resubmitted", direct);
  private Execution patched = resubmitted;
  private FieldSlot rows = work.patchableRecord().field("rows");
  private int turn;

  /** Captures and compiles the commands. */
  @Setup
  public void compile() {
    Capture capture = work.backend.capture("commands");
    for (int i = 0; i < commands; i++) {
      capture.dispatch(record);
    }
    Schedule schedule = capture.finish();
    direct = schedule.newValues();
    segment = work.backend.compile(schedule, CompiledSchedule.Options.STRICT).newValues();
    Capture withField = work.backend.capture("commands and a field");
    SlotValues last = work.patchableRecord().newValues();
    last.set(last.owner().slot("x"), work.x).set(last.owner().slot("out"), work.out);
    for (int i = 1; i < commands; i++) {
      withField.dispatch(record);
    }
    withField.dispatch(last);
    patchable = work.backend.compile(withField.finish(), CompiledSchedule.Options.STRICT)
        .newValues();
    rows = patchable.owner().field("rows");
    resubmitted = work.queue.execution("resubmitted", segment);
    patched = work.queue.execution("resubmitted and patched", patchable);
  }

  /** Closes the device. */
  @TearDown
  public void closeDevice() {
    work.close();
  }

  /** Replayed by the device, with one call, as the same execution each time. */
  @Benchmark
  public void resubmit() {
    resubmitted.submit();
    resubmitted.await();
  }

  /** The same, a field of the last command given anew each time. */
  @Benchmark
  public void resubmitPatched() {
    turn++;
    patchable.set(rows, 1 + turn % LayerNormWork.ROWS);
    patched.submit();
    patched.await();
  }

  /** Replayed by the device, with one call, through an encoder of its own. */
  @Benchmark
  public void execute() {
    try (Encoder encoder = work.queue.encoder("execute")) {
      encoder.execute(segment);
      encoder.commit().await();
    }
  }

  /** The same, a field of the last command given anew each time. */
  @Benchmark
  public void executePatched() {
    turn++;
    try (Encoder encoder = work.queue.encoder("execute")) {
      encoder.execute(patchable.set(rows, 1 + turn % LayerNormWork.ROWS));
      encoder.commit().await();
    }
  }

  /** Replayed command by command. */
  @Benchmark
  public void replay() {
    try (Encoder encoder = work.queue.encoder("replay")) {
      encoder.replay(direct);
      encoder.commit().await();
    }
  }

  /** Dispatched record by record. */
  @Benchmark
  public void dispatch() {
    try (Encoder encoder = work.queue.encoder("dispatch")) {
      for (int i = 0; i < commands; i++) {
        encoder.dispatch(record);
      }
      encoder.commit().await();
    }
  }
}
