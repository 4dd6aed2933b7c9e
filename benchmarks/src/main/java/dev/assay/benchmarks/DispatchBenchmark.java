package dev.assay.benchmarks;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Encoding one dispatch of five bindings: checks, barrier decision, and telling the device. One encoder for a whole
 * iteration, so that neither its making nor a commit is in the figures.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DispatchBenchmark {
  private final LayerNormWork work = new LayerNormWork();
  private final Bindings bindings = work.bindings();
  private final DispatchRecord closedRecord = work.closedRecord();
  private final SlotValues slotted = work.slottedRecord().newValues();
  private final SlotValues patchable = work.patchableRecord().newValues();
  private final Slot output = slotted.owner().slot("out");
  private final FieldSlot rows = patchable.owner().field("rows");
  private final BufferView otherOut = work.view("other out", work.out.count());
  private Encoder encoder = work.queue.encoder("set-up");
  private int turn;

  /** Fills the slots. */
  @Setup
  public void fill() {
    slotted.set(slotted.owner().slot("x"), work.x)
        .set(slotted.owner().slot("gamma"), work.gamma)
        .set(slotted.owner().slot("beta"), work.beta)
        .set(output, work.out);
    patchable.set(patchable.owner().slot("x"), work.x)
        .set(patchable.owner().slot("out"), work.out)
        .set(rows, 1);
    encoder.close();
  }

  /** Starts a submission that is never committed. */
  @Setup(Level.Iteration)
  public void startEncoder() {
    encoder = work.queue.encoder("iteration");
  }

  /** Drops the submission. */
  @TearDown(Level.Iteration)
  public void dropEncoder() {
    encoder.close();
  }

  /** Closes the device. */
  @TearDown
  public void closeDevice() {
    work.close();
  }

  /** A record with everything baked. */
  @Benchmark
  public void baked() {
    encoder.dispatch(closedRecord);
  }

  /** A record whose four buffers are slots, one of them given anew. */
  @Benchmark
  public void bakedSlots() {
    turn++;
    slotted.set(output, (turn & 1) == 0 ? work.out : otherOut);
    encoder.dispatch(slotted);
  }

  /** A record with baked weights, two slots, and a patchable field that is given anew. */
  @Benchmark
  public void bakedField() {
    turn++;
    patchable.set(rows, 1 + turn % LayerNormWork.ROWS);
    encoder.dispatch(patchable);
  }

  /** The same dispatch without a record: everything that a bake does, each time. */
  @Benchmark
  public void unbaked() {
    encoder.dispatch(work.pipeline, bindings, "unbaked");
  }

  /** The same, its bindings collected each time as well. */
  @Benchmark
  public void unbakedNewBindings() {
    encoder.dispatch(work.pipeline, work.bindings(), "unbaked");
  }
}
