package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A queue of the driver. A submission is handed over at once, unless one before it still has host work to do: then it
 * waits for its turn, so that the order of commit is the order of the device.
 */
final class MetalWorkQueue implements DevicePort.Queue {
  /** The call that makes one more waits until one has completed: for ever, where none was committed. */
  static final int MOST_COMMAND_BUFFERS = 256;

  private final MetalDriver driver;
  private final String label;
  private final MetalQueue queue;
  private final Semaphore room = new Semaphore(MOST_COMMAND_BUFFERS);
  private final ExecutorService hostWork;
  // Guarded by this.
  private final Deque<MetalSubmission> waiting = new ArrayDeque<>();
  // Guarded by itself.
  private final Deque<MetalWorkEncoder> idle = new ArrayDeque<>();
  private @Nullable MetalSubmission unfinished;
  private boolean failed;

  MetalWorkQueue(MetalDriver driver, String label) {
    this.driver = driver;
    this.label = label;
    this.queue = driver.newQueue(label, MOST_COMMAND_BUFFERS);
    this.hostWork = Executors.newSingleThreadExecutor(
        Thread.ofPlatform().daemon().name("assay-" + label + "-host").factory());
  }

  @Override
  public DevicePort.Encoder encoder(String encoderLabel) {
    MetalWorkEncoder used;
    synchronized (idle) {
      used = idle.poll();
    }
    return (used == null ? new MetalWorkEncoder(this, driver) : used).labelled(encoderLabel);
  }

  /** What it encoded has completed, and nothing refers to it any more. */
  void giveBack(MetalWorkEncoder encoder) {
    synchronized (idle) {
      idle.push(encoder);
    }
  }

  /** A command buffer; {@link #ended()} makes room for another. */
  MetalCommandBuffer commandBuffer(String commandLabel) {
    if (!room.tryAcquire()) {
      throw new InvalidCallException(
          Problem.of(Codes.LIMIT_EXCEEDED, "queue '" + label + "' has too many command buffers")
              .at("encoder '" + commandLabel + "'")
              .expected(
                  "at most " + MOST_COMMAND_BUFFERS + ", one for each stretch between host work",
                  MOST_COMMAND_BUFFERS + " neither completed nor closed")
              .remedy("commit and wait before encoding more host work"));
    }
    try {
      return queue.commandBuffer(commandLabel);
    } catch (Throwable refused) {
      room.release();
      throw refused;
    }
  }

  /** A command buffer completed, failed or was discarded. */
  void ended() {
    room.release();
  }

  /** Runs host work of a submission, apart from the driver's threads. */
  void onHost(Runnable work) {
    hostWork.execute(work);
  }

  /** Hands a submission over, now or when those before it let it. */
  synchronized void submit(MetalSubmission submission) {
    waiting.add(submission);
    startWaiting();
  }

  /** The submission has handed over all of its work, or failed. */
  synchronized void handedOver(MetalSubmission submission) {
    if (unfinished == submission) {
      unfinished = null;
      startWaiting();
    }
  }

  private void startWaiting() {
    while (unfinished == null && !waiting.isEmpty()) {
      MetalSubmission next = waiting.remove();
      if (failed) {
        next.drop(victim());
      } else {
        unfinished = next;
        next.start();
      }
    }
  }

  /** Work failed on the host; the driver does not know, so what follows is refused here. */
  synchronized void fail() {
    failed = true;
  }

  private static DeviceException victim() {
    return new DeviceException(Problem.of(Codes.QUEUE_FAILED,
        "an earlier submission on this queue failed, so this one did not run"));
  }

  @Override
  public void release() {
    hostWork.shutdown();
    queue.release();
  }
}
