package dev.assay.backend.referencecpu;

import dev.assay.backend.referencecpu.ReferencePort.ReferencePipeline;
import dev.assay.backend.support.DevicePort;
import dev.assay.backend.support.Grid;
import dev.assay.spi.data.StructValue;
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

  /** Collects dispatches until they are committed. */
  private final class QueueEncoder implements DevicePort.Encoder {
    private final List<ReferenceRun> runs = new ArrayList<>();
    private @Nullable ReferenceRun next;

    @Override
    public void setPipeline(DevicePort.Pipeline pipeline) {
      next = new ReferenceRun((ReferencePipeline) pipeline, rows);
    }

    @Override
    public void setBuffer(int parameter, DevicePort.Memory memory, long offsetBytes,
        long lengthBytes, Access access) {
      MemorySegment segment = ((ReferenceMemory) memory).segment(offsetBytes, lengthBytes);
      // What is only read cannot be written by a wrong reference function either.
      next().bind(parameter, access.writes() ? segment : segment.asReadOnly());
    }

    @Override
    public void setConstant(int parameter, StructValue value) {
      next().bind(parameter, value);
    }

    @Override
    public void dispatch(@Nullable Grid grid, String label) {
      runs.add(next().labelled(label));
      next = null;
    }

    @Override
    public void commit(DevicePort.Completion completion) {
      executor.execute(() -> run(runs, completion));
    }

    @Override
    public void discard() {
      runs.clear();
    }

    private ReferenceRun next() {
      return Objects.requireNonNull(next, "a pipeline is set first");
    }
  }

  private void run(List<ReferenceRun> runs, DevicePort.Completion completion) {
    if (failed) {
      completion.failed(null, new DeviceException(
          Problem.of(Codes.QUEUE_FAILED,
              "an earlier submission on this queue failed, so this one did not run")));
      return;
    }
    long start = System.nanoTime();
    for (ReferenceRun run : runs) {
      try {
        run.execute();
      } catch (Throwable cause) {
        failed = true;
        completion.failed(run.label(), cause);
        return;
      }
    }
    completion.completed(System.nanoTime() - start);
  }
}
