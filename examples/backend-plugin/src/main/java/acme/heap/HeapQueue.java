package acme.heap;

import dev.assay.backend.support.DevicePort;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// snippet: queue
/** A thread that does what is committed, in order; after a failure it does nothing more. */
final class HeapQueue implements DevicePort.Queue {
  /** A step of a submission. */
  record Step(String description, Runnable work) {}

  private final ExecutorService thread;
  // Touched by the queue's thread alone.
  private Throwable failure;

  HeapQueue(String label) {
    this.thread = Executors.newSingleThreadExecutor(
        Thread.ofPlatform().daemon().name(HeapProvider.ID + " " + label).factory());
  }

  @Override
  public DevicePort.Encoder encoder(String label) {
    return new HeapEncoder(this);
  }

  /** Starts the steps and returns at once. */
  void commit(Iterable<Step> steps, DevicePort.Completion completion) {
    thread.execute(() -> {
      if (failure != null) {
        completion.failed(DevicePort.FailureScope.QUEUE, null, failure);
        return;
      }
      long start = System.nanoTime();
      for (Step step : steps) {
        try {
          step.work().run();
        } catch (RuntimeException | Error broken) {
          failure = broken;
          completion.failed(DevicePort.FailureScope.QUEUE, step.description(), broken);
          return;
        }
      }
      completion.completed(System.nanoTime() - start);
    });
  }

  @Override
  public void release() {
    thread.shutdown();
  }
}
// end
