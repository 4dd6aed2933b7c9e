package dev.assay.parity;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.Elements;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A backend that works, and whose memory something spoils as soon as a direct dispatch has completed. What it is called and
 * how its submissions seem to have ended can be wrong too.
 */
final class Spoiled implements Backend {
  /** What goes wrong after a dispatch, given its views and what they held before it. */
  @FunctionalInterface
  interface Spoiler {
    void spoil(Map<String, BufferView> views, Map<String, Elements> before);
  }

  private final Backend inner;
  private final Spoiler spoiler;
  private String id;
  private String device;
  private Submission.Status status = Submission.Status.COMPLETED;

  Spoiled(Backend inner, Spoiler spoiler) {
    this.inner = inner;
    this.spoiler = spoiler;
    this.id = inner.id();
    this.device = inner.device();
  }

  /** The same under another name: no longer the oracle, so that its results need only be near. */
  Spoiled named(String other) {
    id = other;
    return this;
  }

  /** From now on the work runs elsewhere. */
  void fallBackTo(String other) {
    device = other;
  }

  /** From now on submissions say this of themselves. */
  void seem(Submission.Status other) {
    status = other;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String device() {
    return device;
  }

  @Override
  public DeviceProfile profile() {
    return inner.profile();
  }

  @Override
  public KernelRegistry registry() {
    return inner.registry();
  }

  @Override
  public Buffer allocate(long lengthBytes, String label) {
    return inner.allocate(lengthBytes, label);
  }

  @Override
  public Buffer wrap(MemorySegment memory, String label) {
    return inner.wrap(memory, label);
  }

  @Override
  public BufferPool newPool(String label) {
    return inner.newPool(label);
  }

  @Override
  public Capture capture(String label) {
    return inner.capture(label);
  }

  @Override
  public CompiledSchedule compile(Schedule schedule, CompiledSchedule.Options options) {
    return inner.compile(schedule, options);
  }

  @Override
  public CommandQueue newQueue(String label) {
    return new SpoiledQueue(inner.newQueue(label));
  }

  @Override
  public void close() {
    inner.close();
  }

  private final class SpoiledQueue implements CommandQueue {
    private final CommandQueue queue;

    SpoiledQueue(CommandQueue queue) {
      this.queue = queue;
    }

    @Override
    public String label() {
      return queue.label();
    }

    @Override
    public Encoder encoder(String label) {
      return new SpoiledEncoder(queue.encoder(label));
    }

    @Override
    public Encoder serialEncoder(String label) {
      return new SpoiledEncoder(queue.serialEncoder(label));
    }

    @Override
    public Execution execution(String label, SlotValues values) {
      return queue.execution(label, values);
    }

    @Override
    public void close() {
      queue.close();
    }
  }

  private final class SpoiledEncoder implements Encoder {
    private final Encoder encoder;
    private final Map<String, BufferView> views = new LinkedHashMap<>();
    private final Map<String, Elements> before = new LinkedHashMap<>();

    SpoiledEncoder(Encoder encoder) {
      this.encoder = encoder;
    }

    @Override
    public String label() {
      return encoder.label();
    }

    @Override
    public void dispatch(Pipeline pipeline, Bindings bindings, String label) {
      for (Bindings.Binding binding : bindings.list()) {
        if (binding instanceof Bindings.ViewBinding(var parameter, var view)) {
          views.put(parameter, view);
          before.put(parameter, view.read());
        }
      }
      encoder.dispatch(pipeline, bindings, label);
    }

    @Override
    public void dispatch(DispatchRecord record) {
      encoder.dispatch(record);
    }

    @Override
    public void dispatch(SlotValues values) {
      encoder.dispatch(values);
    }

    @Override
    public void barrier() {
      encoder.barrier();
    }

    @Override
    public void replay(SlotValues values) {
      encoder.replay(values);
    }

    @Override
    public void execute(SlotValues values) {
      encoder.execute(values);
    }

    @Override
    public void execute(SlotValues values, int from, int to) {
      encoder.execute(values, from, to);
    }

    @Override
    public Submission commit() {
      return new SpoiledSubmission(encoder.commit(), () -> spoiler.spoil(views, before));
    }

    @Override
    public void close() {
      encoder.close();
    }
  }

  private final class SpoiledSubmission implements Submission {
    private final Submission submission;
    private final Runnable afterwards;

    SpoiledSubmission(Submission submission, Runnable afterwards) {
      this.submission = submission;
      this.afterwards = afterwards;
    }

    @Override
    public String label() {
      return submission.label();
    }

    @Override
    public Status status() {
      return status;
    }

    @Override
    public void await() {
      submission.await();
      afterwards.run();
    }

    @Override
    public void await(Duration limit) {
      submission.await(limit);
      afterwards.run();
    }

    @Override
    public Clocks clocks() {
      return submission.clocks();
    }
  }
}
