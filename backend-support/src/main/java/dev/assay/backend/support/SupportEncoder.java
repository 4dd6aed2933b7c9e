package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An encoder over the port's; it remembers which buffers the submission will keep busy. */
final class SupportEncoder implements Encoder {
  private final SupportQueue queue;
  private final String label;
  private final DevicePort.Encoder device;
  private final Thread owner = Thread.currentThread();
  private final Set<SupportBuffer> buffers = Collections.newSetFromMap(new IdentityHashMap<>());
  private @Nullable BufferView[] scratch = new BufferView[0];
  private long firstEncodeNanos = Long.MIN_VALUE;
  private @Nullable String ended;

  SupportEncoder(SupportQueue queue, String label, DevicePort.Encoder device) {
    this.queue = queue;
    this.label = label;
    this.device = device;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public void dispatch(Pipeline pipeline, Bindings bindings, String dispatchLabel) {
    checkUsable("dispatch");
    // The same path as for records, so that the two cannot come to differ.
    encode(own(pipeline).bake(bindings, dispatchLabel), null);
  }

  @Override
  public void dispatch(DispatchRecord record) {
    checkUsable("dispatch");
    own(record.pipeline());
    encode((BakedDispatch) record, null);
  }

  @Override
  public void dispatch(SlotValues values) {
    checkUsable("dispatch");
    own(values.record().pipeline());
    encode((BakedDispatch) values.record(), values);
  }

  @Override
  public Submission commit() {
    checkUsable("commit");
    ended = "committed";
    List<SupportBuffer> inUse = new ArrayList<>();
    for (SupportBuffer buffer : buffers) {
      if (!buffer.beginUse()) {
        inUse.forEach(SupportBuffer::endUse);
        device.discard();
        throw buffer.closedError("commit of submission '" + label + "'");
      }
      inUse.add(buffer);
    }
    long now = System.nanoTime();
    long encodeNanos = firstEncodeNanos == Long.MIN_VALUE ? 0 : now - firstEncodeNanos;
    SupportSubmission submission = new SupportSubmission(queue, label, inUse, encodeNanos, now);
    return queue.commit(device, submission);
  }

  @Override
  public void close() {
    if (ended == null) {
      ended = "closed";
      device.discard();
    }
  }

  private void encode(BakedDispatch record, @Nullable SlotValues values) {
    if (firstEncodeNanos == Long.MIN_VALUE) {
      firstEncodeNanos = System.nanoTime();
    }
    int parameters = record.pipeline().declaration().parameters().size();
    if (scratch.length != parameters) {
      scratch = new BufferView[parameters];
    }
    @Nullable BufferView[] resolved = scratch;
    Problems problems =
        new Problems("dispatch '" + record.label() + "' of " + record.pipeline().key());
    record.resolve(values, resolved, problems);
    problems.throwIfAny(InvalidCallException::new);
    for (BufferView view : resolved) {
      if (view != null) {
        buffers.add((SupportBuffer) view.buffer());
      }
    }
    if (!record.isEmpty()) {
      record.encode(device, resolved);
    }
  }

  private SupportPipeline own(Pipeline pipeline) {
    if (pipeline instanceof SupportPipeline mine && mine.backend() == queue.backend()) {
      return mine;
    }
    throw new InvalidCallException(
        Problem.of(Codes.BIND_FOREIGN, "pipeline " + pipeline.key() + " belongs to another device")
            .at("dispatch in submission '" + label + "'")
            .expected("a pipeline from this backend's registry", "one from another"));
  }

  private void checkUsable(String action) {
    queue.backend().checkOpen(action);
    if (Thread.currentThread() != owner) {
      throw new InvalidCallException(
          Problem
              .of(Codes.THREAD,
                  "encoder '" + label + "' is used by another thread than the one that made it")
              .at(action)
              .expected(owner.toString(), Thread.currentThread().toString())
              .remedy("make one encoder per thread"));
    }
    if (ended != null) {
      throw new InvalidCallException(
          Problem
              .of(ended.equals("closed") ? Codes.CLOSED : Codes.COMMITTED,
                  "encoder '" + label + "' is " + ended)
              .at(action)
              .remedy("take a new encoder from the queue"));
    }
  }
}
