package dev.assay.backend.referencecpu;

import dev.assay.backend.referencecpu.ReferencePort.ReferencePipeline;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Runs submissions one after the other on a thread of its own; a dispatch runs the kernel's reference function. */
final class ReferenceQueue implements DevicePort.Queue {
  private final RowRunner rows;
  private final ExecutorService executor;
  // Confined to the executor's thread.
  private boolean failed;

  ReferenceQueue(String label, RowRunner rows) {
    this.rows = rows;
    this.executor = Executors
        .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("assay-" + label).factory());
  }

  @Override
  public DevicePort.Encoder encoder(String label) {
    return new QueueEncoder();
  }

  @Override
  public void release() {
    executor.shutdown();
  }

  /** Collects steps until they are committed. Steps run in order, so barriers have nothing to do. */
  private final class QueueEncoder implements DevicePort.Encoder {
    private final List<ReferenceStep> steps = new ArrayList<>();
    private @Nullable ReferenceRun next;

    @Override
    public void setPipeline(DevicePort.Pipeline pipeline) {
      next = new ReferenceRun((ReferencePipeline) pipeline, rows);
    }

    @Override
    public void setBuffer(int parameter, DevicePort.Memory memory, long offsetBytes,
        long lengthBytes, Access access) {
      next().bind(parameter, (ReferenceMemory) memory, offsetBytes, lengthBytes, access);
    }

    @Override
    public void setConstant(int parameter, MemorySegment packed, long lengthBytes) {
      next().bind(parameter, packed, lengthBytes);
    }

    @Override
    public void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes) {
      setConstant(parameter, packed, lengthBytes);
    }

    @Override
    public void dispatch(@Nullable Grid grid, String description) {
      steps.add(next().described(description));
      next = null;
    }

    @Override
    public void barrier() {}

    @Override
    public void host(List<DevicePort.HostRange> ranges, HostWork work, String description) {
      steps.add(new ReferenceStep.Host(List.copyOf(ranges), work, description));
    }

    @Override
    public void execute(DevicePort.Segment segment, int from, int to) {
      steps.addAll(((ReferenceSegment) segment).runs(from, to));
    }

    @Override
    public void commit(DevicePort.Completion completion) {
      executor.execute(() -> run(steps, completion));
    }

    @Override
    public void discard() {
      steps.clear();
    }

    private ReferenceRun next() {
      return Objects.requireNonNull(next, "a pipeline is set first");
    }
  }

  private void run(List<ReferenceStep> steps, DevicePort.Completion completion) {
    if (failed) {
      completion.failed(DevicePort.FailureScope.QUEUE, null, new DeviceException(
          Problem.of(Codes.QUEUE_FAILED,
              "an earlier submission on this queue failed, so this one did not run")));
      return;
    }
    long start = System.nanoTime();
    for (ReferenceStep step : steps) {
      try {
        step.execute();
      } catch (Throwable cause) {
        failed = true;
        completion.failed(DevicePort.FailureScope.QUEUE, step.description(), cause);
        return;
      }
    }
    completion.completed(System.nanoTime() - start);
  }
}
