package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import org.jspecify.annotations.Nullable;

/** A command buffer that does not retain what it uses; its end is told by {@link Completions}. */
final class AppleCommandBuffer implements MetalCommandBuffer {
  private static final double NANOS = 1e9;

  private final AppleQueue queue;
  private final String label;
  private final Owned commandBuffer;
  private @Nullable AppleEncoder encoder;
  private boolean over;
  private @Nullable Completion completion;

  AppleCommandBuffer(AppleQueue queue, String label, Owned commandBuffer) {
    this.queue = queue;
    this.label = label;
    this.commandBuffer = commandBuffer;
  }

  AppleQueue queue() {
    return queue;
  }

  String label() {
    return label;
  }

  @Override
  public MetalComputeEncoder computeEncoder() {
    requireNoEncoder("an encoder of command buffer '" + label + "'");
    AppleEncoder opened = new AppleEncoder(this, newEncoder(), queue.batch());
    encoder = opened;
    return opened;
  }

  private Owned newEncoder() {
    ObjectiveC objc = queue.driver().objc();
    try (Pool _ = objc.openPool()) {
      return objc.retain(Messages.ENCODER,
          objc.send(Messages.ENCODER, commandBuffer.id(), Values.DISPATCH_TYPE_CONCURRENT));
    }
  }

  private void requireOpen(String where) {
    if (over) {
      throw Refusal.call("the command buffer was committed or discarded before", where);
    }
  }

  private void requireNoEncoder(String where) {
    requireOpen(where);
    if (encoder != null) {
      throw Refusal.call("an encoder of the command buffer is open", where);
    }
  }

  /** The open encoder has ended. */
  void encoderEnded() {
    encoder = null;
  }

  @Override
  public void commit(Completion whenDone) {
    requireNoEncoder("commit of command buffer '" + label + "'");
    if (queue.hasFailed()) {
      over = true;
      commandBuffer.close();
      whenDone.failed(null, victim());
      return;
    }
    AppleDriver driver = queue.driver();
    driver.residency().commit();
    completion = whenDone;
    long id = commandBuffer.id();
    over = true;
    try {
      handOver(driver.objc(), id, driver.completions().expect(id, this));
    } catch (Throwable refused) {
      driver.completions().forget(id);
      over = false;
      throw refused;
    }
  }

  private static void handOver(ObjectiveC objc, long id, long block) {
    try (Pool _ = objc.openPool()) {
      objc.tell(Messages.ADD_HANDLER, id, block);
      // The last that is done here: from then on the device may be done with it at any time.
      objc.tell(Messages.COMMIT, id);
    }
  }

  private DeviceException victim() {
    return new DeviceException(Problem.of(Codes.QUEUE_FAILED, "an earlier command buffer of queue '"
        + queue.label() + "' failed, so the results of '" + label + "' are not to be used"));
  }

  /** Whether the device is done with it. */
  boolean hasEnded() {
    return queue.driver().objc().send(Messages.STATUS, commandBuffer.id())
        >= Values.COMMAND_BUFFER_COMPLETED;
  }

  /** The device is done with it; called by Metal on a thread of its own, with no pool open. */
  void ended() {
    Completion told = completion;
    if (told == null) {
      throw new IllegalStateException("command buffer '" + label + "' was not committed");
    }
    long nanos = 0;
    Throwable failure;
    try {
      ObjectiveC objc = queue.driver().objc();
      // The command buffer is let go of, too, whatever it says.
      try (Pool _ = objc.openPool(); commandBuffer) {
        failure = failure(objc, commandBuffer.id());
        nanos = nanos(objc, commandBuffer.id());
      }
    } catch (Throwable thrown) {
      failure = thrown;
    }
    if (failure == null && queue.hasFailed()) {
      failure = victim();
    }
    tell(told, failure, nanos);
  }

  /** Who waits is told, whatever happens: a completion that throws has not told them. */
  private void tell(Completion told, @Nullable Throwable failure, long nanos) {
    if (failure != null) {
      queue.fail();
      told.failed(null, failure);
      return;
    }
    try {
      told.completed(nanos);
    } catch (Throwable thrown) {
      queue.fail();
      told.failed(null, thrown);
    }
  }

  /** Read when the device is done and not before: until then there is no failure to see. */
  private @Nullable DeviceException failure(ObjectiveC objc, long id) {
    long status = objc.send(Messages.STATUS, id);
    if (status == Values.COMMAND_BUFFER_COMPLETED) {
      return null;
    }
    String says = status == Values.COMMAND_BUFFER_ERROR
        ? queue.driver().foundation().describe(objc.send(Messages.ERROR, id))
        : "nothing";
    return new DeviceException(Problem
        .of(AppleCodes.COMMAND_BUFFER, "command buffer '" + label + "' failed: " + says)
        .at("queue '" + queue.label() + "'")
        .expected("status " + Values.COMMAND_BUFFER_COMPLETED + " (completed)",
            "status " + status));
  }

  /** 0 where the device measured none; a negative difference of its clock counts as none. */
  private static long nanos(ObjectiveC objc, long id) {
    double start = objc.seconds(Messages.GPU_START, id);
    double end = objc.seconds(Messages.GPU_END, id);
    return start == 0 || end == 0 ? 0 : Math.max(0, Math.round((end - start) * NANOS));
  }

  @Override
  public void discard() {
    requireOpen("discard of command buffer '" + label + "'");
    over = true;
    try {
      if (encoder != null) {
        encoder.abandon();
      }
    } finally {
      commandBuffer.close();
    }
  }
}
