package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import org.jspecify.annotations.Nullable;

/** An encoder over the port's: it places barriers and remembers what the submission will keep busy. */
final class SupportEncoder implements Encoder {
  private static final long NOT_STARTED = Long.MIN_VALUE;

  private final SupportQueue queue;
  private final String kind;
  private final String label;
  private final boolean serial;
  private final DispatchChecks checks;
  private DevicePort.Encoder device;
  private EncoderWork work;
  private long startedNanos = NOT_STARTED;
  // Stays true when a call fails half-way: what was encoded then is not what was asked for.
  private boolean encoding;

  SupportEncoder(SupportQueue queue, String kind, String label, DevicePort.Encoder device,
      boolean serial,
      EncoderWork work) {
    this.queue = queue;
    this.kind = kind;
    this.label = label;
    this.device = device;
    this.serial = serial;
    this.work = work;
    this.checks = new DispatchChecks(queue.backend(), kind, label);
  }

  /** Starts anew, for this thread: only where nobody else has this encoder. */
  void reopen(DevicePort.Encoder again, EncoderWork fresh) {
    device = again;
    work = fresh;
    startedNanos = NOT_STARTED;
    encoding = false;
    checks.begin();
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public void dispatch(Pipeline pipeline, Bindings bindings, String dispatchLabel) {
    start("dispatch");
    // The same path as for records, so that the two cannot come to differ.
    encode(checks.own(pipeline).bake(bindings, dispatchLabel), null);
  }

  @Override
  public void dispatch(DispatchRecord record) {
    start("dispatch");
    encode(checks.own((Slotted) record), null);
  }

  @Override
  public void dispatch(SlotValues values) {
    start("dispatch");
    encode(checks.own(values.owner()), values);
  }

  @Override
  public void barrier() {
    start("barrier");
    device.barrier();
    work.hazards.clear();
  }

  @Override
  public void replay(SlotValues values) {
    start("replay");
    if (values.owner() instanceof SupportSchedule schedule) {
      schedule.checkOwner(queue.backend());
      schedule.check(this, values);
      schedule.count(this, values);
      beginEncoding();
      schedule.encode(this, values, 0, schedule.items().size());
      endEncoding();
    } else {
      throw new InvalidCallException(
          Problem.of(Codes.BIND_TYPE, "'" + values.owner().label() + "' is no schedule")
              .at("replay in " + kind + " '" + label + "'"));
    }
  }

  @Override
  public void execute(SlotValues values) {
    execute(values, 0, Integer.MAX_VALUE);
  }

  @Override
  public void execute(SlotValues values, int from, int to) {
    start("execute");
    if (values.owner() instanceof SegmentedSchedule compiled) {
      compiled.schedule().checkOwner(queue.backend());
      compiled.execute(this, values, from, to);
    } else {
      throw new InvalidCallException(
          Problem.of(Codes.BIND_TYPE, "'" + values.owner().label() + "' is no compiled schedule")
              .at("execute in " + kind + " '" + label + "'"));
    }
  }

  @Override
  public Submission commit() {
    SupportSubmission submission = new SupportSubmission(queue, label);
    try {
      commit(submission);
      return submission;
    } finally {
      submission.callEnded();
    }
  }

  /** The same, with this as the submission, whose {@code callEnded} is the caller's. */
  void commit(SupportSubmission submission) {
    checks.usable("commit");
    checkWhole("commit");
    checks.end("committed");
    queue.ended();
    try {
      work.uses.begin(label, queue);
    } catch (RuntimeException refused) {
      try {
        discard();
      } catch (RuntimeException further) {
        refused.addSuppressed(further);
      }
      throw refused;
    }
    long now = System.nanoTime();
    work.encodeEvent.note(label, queue.label());
    submission.begin(work, startedNanos == NOT_STARTED ? 0 : now - startedNanos, now);
    queue.commit(device, submission);
  }

  @Override
  public void close() {
    if (!checks.isEnded()) {
      checks.end("closed");
      queue.ended();
      discard();
    }
  }

  private void discard() {
    work.leaveCopies();
    work.endUses();
    queue.discard(device);
    queue.giveBack(work);
  }

  /** What follows reaches the device; if it throws, the encoder is of no more use. */
  void beginEncoding() {
    encoding = true;
  }

  void endEncoding() {
    encoding = false;
  }

  DevicePort.Encoder device() {
    return device;
  }

  ConstantScratch scratch() {
    return work.scratch;
  }

  /** Room for the views of one dispatch, with whatever was left there. */
  @Nullable
  BufferView[] views(int parameters) {
    return work.views(parameters);
  }

  HazardTracker hazards() {
    return work.hazards;
  }

  /** Whether every dispatch waits for the one before. */
  boolean isSerial() {
    return serial;
  }

  /** Whether a barrier must stand before a dispatch with these views; remembers what it touches. */
  boolean needsBarrier(BakedDispatch record, @Nullable BufferView[] resolved) {
    return work.hazards.barrierBefore(record.rules(), resolved) || serial;
  }

  /** Keeps this buffer busy while the submission is in flight. */
  void use(SupportBuffer buffer, boolean writes) {
    work.uses.add(buffer, writes);
  }

  /** Keeps this pipeline until the submission is done; false where it was dropped already. */
  boolean use(SupportPipeline pipeline) {
    return work.use(pipeline);
  }

  /** Keeps this copy of a segment busy while the submission is in flight; it was begun by the caller. */
  void use(SegmentCopy copy) {
    work.add(copy);
  }

  private void start(String action) {
    checks.usable(action);
    checkWhole(action);
    if (startedNanos == NOT_STARTED) {
      startedNanos = System.nanoTime();
      work.encodeEvent.begin();
    }
  }

  private void checkWhole(String action) {
    if (encoding) {
      throw new InvalidCallException(Problem
          .of(Codes.CLOSED, kind + " '" + label + "' was given up: an earlier call failed half-way")
          .at(action)
          .remedy("close it and encode the work again in a new one"));
    }
  }

  private void count(BakedDispatch record, @Nullable BufferView[] resolved) {
    for (int place : record.rules().signature().buffers()) {
      BufferView view = resolved[place];
      if (view != null) {
        work.uses.add((SupportBuffer) view.buffer(), record.rules().writes(place));
      }
    }
    if (record.isFixed()) {
      record.countedBy(work.uses.id());
    }
  }

  private void encode(BakedDispatch record, @Nullable SlotValues values) {
    boolean counted = record.isCountedBy(work.uses.id());
    if (!counted) {
      // Before the check: what is in use is not released, and what was dropped before is found stale.
      use(record.pipeline());
    }
    @Nullable BufferView[] resolved = record.resolve(values, views(record.parameters()), true);
    if (!counted) {
      count(record, resolved);
    }
    if (record.isEmpty()) {
      return;
    }
    beginEncoding();
    if (needsBarrier(record, resolved)) {
      device.barrier();
    }
    record.encode(device, resolved, values, null, work.scratch);
    endEncoding();
  }
}
