package dev.assay.parity.junit;

import dev.assay.backend.support.DevicePort;
import dev.assay.parity.junit.FaultyPort.FaultyMemory;
import dev.assay.parity.junit.FaultyPort.FaultyPipeline;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread that does what is committed. */
final class FaultyQueue implements DevicePort.Queue {
  private final Fault fault;
  private final ThreadPoolExecutor thread;
  private final FaultyEncoder kept = new FaultyEncoder();
  private volatile @Nullable Throwable failure;

  FaultyQueue(Fault fault) {
    this.fault = fault;
    this.thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
        fault == Fault.SUBMISSIONS_RUN_OUT_OF_ORDER ? new Stack() : new LinkedBlockingDeque<>(),
        Thread.ofPlatform().daemon().factory());
  }

  /** Hands out the newest first, and gives newer ones the time to come. */
  private static final class Stack extends LinkedBlockingDeque<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public Runnable take() throws InterruptedException {
      Runnable first = super.takeLast();
      Thread.sleep(20);
      super.putLast(first);
      return super.takeLast();
    }

    @Override
    public boolean offer(Runnable work) {
      return super.offerLast(work);
    }
  }

  @Override
  public DevicePort.Encoder encoder(String label) {
    return fault == Fault.ENCODERS_KEEP_THEIR_WORK ? kept : new FaultyEncoder();
  }

  @Override
  public void release() {
    thread.shutdown();
  }

  /** A barrier, or work. */
  private record Step(@Nullable Runnable work, String description) {}

  private final class FaultyEncoder implements DevicePort.Encoder {
    private final List<Step> steps = new ArrayList<>();
    private @Nullable FaultyCommand next;

    @Override
    public void setPipeline(DevicePort.Pipeline pipeline) {
      next = new FaultyCommand((FaultyPipeline) pipeline, commandFault());
    }

    /** What goes wrong in segments alone. */
    private Fault commandFault() {
      return fault.name().startsWith("SEGMENTS") ? Fault.NONE : fault;
    }

    @Override
    public void setBuffer(int parameter, DevicePort.Memory memory, long offsetBytes,
        long lengthBytes, Access access) {
      next.bind(parameter, memory, offsetBytes, lengthBytes);
    }

    @Override
    public void setConstant(int parameter, MemorySegment packed, long lengthBytes) {
      next.bind(parameter, packed, lengthBytes);
    }

    @Override
    public void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes) {
      setConstant(parameter, packed, lengthBytes);
    }

    @Override
    public void dispatch(@Nullable Grid grid, String description) {
      steps.add(new Step(next::run, description));
      if (fault == Fault.DISPATCHES_RUN_TWICE) {
        barrier();
        steps.add(new Step(next::run, description));
      }
    }

    @Override
    public void barrier() {
      if (fault != Fault.BARRIERS_ARE_IGNORED) {
        steps.add(new Step(null, "barrier"));
      }
    }

    @Override
    public void host(List<DevicePort.HostRange> ranges, HostWork work, String description) {
      List<Elements> elements = ranges.stream()
          .map(range -> Elements.over(range.dtype(), ((FaultyMemory) range.memory()).segment()
              .asSlice(range.offsetBytes(), range.lengthBytes())))
          .toList();
      switch (fault) {
        case HOST_WORK_RUNS_AT_ENCODE -> work.run(elements);
        case HOST_WORK_IS_LOST -> {
        }
        default -> steps.add(new Step(() -> work.run(elements), description));
      }
    }

    @Override
    public void execute(DevicePort.Segment segment, int from, int to) {
      steps.add(new Step(() -> ((FaultySegment) segment).run(from, to), "segment"));
    }

    @Override
    public void commit(DevicePort.Completion completion) {
      if (fault == Fault.THE_LAST_DISPATCH_IS_LOST && !steps.isEmpty()) {
        steps.removeLast();
      }
      if (fault == Fault.COMMIT_WAITS) {
        run(completion);
      } else {
        thread.execute(() -> run(completion));
      }
    }

    @Override
    public void discard() {
      if (fault == Fault.DISCARDED_WORK_RUNS) {
        steps.forEach(step -> {
          if (step.work() != null) {
            step.work().run();
          }
        });
      }
    }

    private void run(DevicePort.Completion completion) {
      Throwable earlier = failure;
      if (earlier != null) {
        completion.failed(DevicePort.FailureScope.QUEUE, null, earlier);
        return;
      }
      Overlap overlap = new Overlap();
      try {
        for (Step step : steps) {
          if (step.work() == null) {
            overlap.barrier();
          } else {
            overlap.add(step.work());
          }
        }
        overlap.barrier();
      } catch (RuntimeException | Error broken) {
        if (fault != Fault.FAILURES_ARE_SWALLOWED) {
          failure = broken;
          completion.failed(DevicePort.FailureScope.QUEUE, null, broken);
          return;
        }
      }
      completion.completed(fault == Fault.CLOCKS_RUN_BACKWARDS ? -1 : 1);
    }
  }
}
