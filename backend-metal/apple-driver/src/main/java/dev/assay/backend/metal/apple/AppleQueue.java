package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalQueue;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A queue. After a failure it fails whatever comes later: Metal itself may ignore later work or blame it for the fault.
 * Safe for use by any thread.
 */
final class AppleQueue implements MetalQueue {
  private final AppleDriver driver;
  private final String label;
  private final Owned queue;
  private final @Nullable Owned fence;
  private final Arena memory = Arena.ofShared();
  // Guarded by itself.
  private final Deque<CallBatch> batches = new ArrayDeque<>();
  private volatile boolean failed;

  private AppleQueue(AppleDriver driver, String label, Owned queue, @Nullable Owned fence) {
    this.driver = driver;
    this.label = label;
    this.queue = queue;
    this.fence = fence;
  }

  static AppleQueue make(AppleDriver driver, String label, int commandBuffers) {
    String where = "queue '" + label + "'";
    if (commandBuffers < 1) {
      throw Refusal.call("a queue has room for no command buffer", where, "1 or more",
          Integer.toString(commandBuffers));
    }
    ObjectiveC objc = driver.objc();
    try (Pool _ = objc.openPool()) {
      long name = driver.foundation().string(label);
      Owned queue = objc.own(Messages.NEW_QUEUE,
          objc.send(Messages.NEW_QUEUE, driver.deviceObject().id(), commandBuffers));
      if (queue == null) {
        throw Refusal.nil("command queue", where, "nothing");
      }
      try {
        objc.tell(Messages.QUEUE_LABEL, queue.id(), name);
        driver.residency().attach(queue.id());
        return new AppleQueue(driver, label, queue, fence(driver, where));
      } catch (Throwable refused) {
        queue.close();
        throw refused;
      }
    }
  }

  /** What orders encoders where Metal does not see what indirect commands touch. */
  private static @Nullable Owned fence(AppleDriver driver, String where) {
    if (!driver.residency().isBySet()) {
      return null;
    }
    ObjectiveC objc = driver.objc();
    Owned fence =
        objc.own(Messages.NEW_FENCE, objc.send(Messages.NEW_FENCE, driver.deviceObject().id()));
    if (fence == null) {
      throw Refusal.nil("fence", where, "nothing");
    }
    return fence;
  }

  @Override
  public MetalCommandBuffer commandBuffer(String bufferLabel) {
    ObjectiveC objc = driver.objc();
    try (Pool _ = objc.openPool()) {
      long made = objc.send(Messages.COMMAND_BUFFER, queue.id());
      if (made == 0) {
        throw Refusal.nil("command buffer", "queue '" + label + "'", "nothing");
      }
      if (driver.usesLabels()) {
        objc.tell(Messages.COMMAND_BUFFER_LABEL, made, driver.foundation().string(bufferLabel));
      }
      return new AppleCommandBuffer(this, bufferLabel,
          objc.retain(Messages.COMMAND_BUFFER, made));
    }
  }

  AppleDriver driver() {
    return driver;
  }

  String label() {
    return label;
  }

  /** What orders submissions whose accesses Metal does not see, or null where it sees them all. */
  @Nullable
  Owned fence() {
    return fence;
  }

  /** Room for the calls of an encoder; given back by {@link #giveBack}. */
  CallBatch batch() {
    synchronized (batches) {
      CallBatch batch = batches.poll();
      return batch != null ? batch : new CallBatch(driver.objc(), driver.foundation(), memory);
    }
  }

  void giveBack(CallBatch batch) {
    synchronized (batches) {
      batches.push(batch);
    }
  }

  boolean hasFailed() {
    return failed;
  }

  void fail() {
    failed = true;
  }

  @Override
  public void release() {
    if (fence != null) {
      fence.close();
    }
    queue.close();
    memory.close();
  }
}
