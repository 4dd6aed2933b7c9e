package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Runs command buffers one after the other on a thread of its own, each dispatch over all cores. After a failure
 * nothing runs any more. Safe for use by any thread.
 */
final class HostQueue extends HostObject implements MetalQueue {
  private static final System.Logger LOGGER = System.getLogger("dev.assay.backend.metal.host");

  private final String label;
  private final int room;
  private final ExecutorService executor;
  private final DispatchRunner runner;
  // Confined to the executor's thread.
  private boolean failed;

  HostQueue(HostDriver driver, String label, int room, DispatchRunner runner) {
    super(driver);
    this.label = label;
    this.room = room;
    this.runner = runner;
    this.executor = Executors.newSingleThreadExecutor(
        Thread.ofPlatform().daemon().name("assay-metal-host-" + label).factory());
  }

  @Override
  public MetalCommandBuffer commandBuffer(String bufferLabel) {
    Place place = () -> "command buffer '" + bufferLabel + "' of " + description();
    // Under the lock that counts uses, so that of two threads only one gets the last place.
    synchronized (this) {
      requireLive(place);
      if (uses() >= room) {
        throw MetalRule.QUEUE_FULL.refusal(
            description() + " has no room for one more command buffer", place,
            "fewer than " + room + " that were made and have not completed",
            Integer.toString(uses()));
      }
      beginUse(place);
    }
    return new HostCommandBuffer(this, bufferLabel);
  }

  /** Starts a command buffer, whose objects are marked as used. */
  void submit(HostCommandBuffer buffer, MetalCommandBuffer.Completion completion, Place place) {
    try {
      executor.execute(() -> run(buffer, completion));
    } catch (RejectedExecutionException closed) {
      // The queue is in use and so not released: the device was closed under it.
      throw MetalRule.RELEASED_USED.refusal("the device was closed", place);
    }
  }

  private void run(HostCommandBuffer buffer, MetalCommandBuffer.Completion completion) {
    if (failed) {
      buffer.end();
      report(() -> completion.failed(null, new DeviceException(
          Problem.of(Codes.QUEUE_FAILED, "an earlier command buffer of " + description()
              + " failed, so '" + buffer.label() + "' did not run"))));
      return;
    }
    long start = System.nanoTime();
    DispatchRunner.Failure failure = runner.run(buffer.stages());
    failed = failure != null;
    // Before the report: whoever is told may release or touch what was used.
    buffer.end();
    report(() -> {
      if (failure == null) {
        completion.completed(Math.max(1, System.nanoTime() - start));
      } else {
        completion.failed(failure.label(), failure.cause());
      }
    });
  }

  /** What a caller's own code throws must not end the queue's thread, and nobody waits here to be told. */
  private void report(Runnable completion) {
    try {
      completion.run();
    } catch (Throwable thrown) {
      LOGGER.log(System.Logger.Level.ERROR, "a completion on " + description() + " threw", thrown);
    }
  }

  @Override
  String description() {
    return "queue '" + label + "'";
  }

  @Override
  void free() {
    executor.shutdown();
  }

  /** Takes nothing more and waits for what is in flight. */
  void stop() {
    executor.shutdown();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (executor.awaitTermination(1, TimeUnit.MINUTES)) {
            return;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
