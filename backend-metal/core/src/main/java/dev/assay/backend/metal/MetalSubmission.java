package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.data.Elements;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A submission on its way: command buffers with host work between them. The first stretch is always a command buffer, so
 * that host work at its front too comes after what was committed earlier.
 */
final class MetalSubmission implements MetalCommandBuffer.Completion {
  /** Host work that follows a command buffer. */
  record HostStep(List<DevicePort.HostRange> ranges, HostWork work, String description) {
    HostStep {
      ranges = List.copyOf(ranges);
    }

    void run() {
      work.run(ranges.stream().map(HostStep::elements).toList());
    }

    private static Elements elements(DevicePort.HostRange range) {
      MemorySegment memory = ((MetalMemory) range.memory()).buffer()
          .contents()
          .asSlice(range.offsetBytes(), range.lengthBytes());
      return Elements.over(range.dtype(), range.access().writes() ? memory : memory.asReadOnly());
    }
  }

  /** A command buffer and what runs after it; every one but the last has some. */
  private record Stretch(MetalCommandBuffer commands, List<HostStep> hostSteps) {}

  private final MetalWorkQueue queue;
  // Nearly always one.
  private final List<Stretch> stretches = new ArrayList<>(1);
  private final List<MetalBuffer> temporaries = new ArrayList<>();
  private DevicePort.@Nullable Completion completion;
  // From the start on confined to whoever runs the stage.
  private int stage;
  private long deviceNanos;

  MetalSubmission(MetalWorkQueue queue) {
    this.queue = queue;
  }

  void add(MetalCommandBuffer commandBuffer) {
    stretches.add(new Stretch(commandBuffer, new ArrayList<>()));
  }

  /** Host work after the last command buffer. */
  void add(HostStep step) {
    stretches.getLast().hostSteps.add(step);
  }

  /** Memory that the submission alone uses. */
  void keep(MetalBuffer temporary) {
    temporaries.add(temporary);
  }

  boolean isEmpty() {
    return stretches.isEmpty();
  }

  /** Hands it over; the completion is told once. */
  void submit(DevicePort.Completion whenDone) {
    completion = whenDone;
    queue.submit(this);
  }

  /** Starts the first command buffer; the queue calls it in the order of commit. */
  void start() {
    commit();
  }

  private void commit() {
    // Looked at first: the driver may complete it, and the next stage begin, before its commit returns.
    Stretch next = stretches.get(stage);
    boolean last = stage == stretches.size() - 1 && next.hostSteps.isEmpty();
    try {
      next.commands.commit(this);
    } catch (Throwable refused) {
      queue.fail();
      end(null, refused);
      return;
    }
    if (last) {
      queue.handedOver(this);
    }
  }

  @Override
  public void completed(long nanos) {
    queue.ended();
    deviceNanos += nanos;
    List<HostStep> steps = stretches.get(stage).hostSteps;
    stage++;
    if (steps.isEmpty()) {
      finish();
    } else {
      queue.onHost(() -> run(steps));
    }
  }

  private void run(List<HostStep> steps) {
    for (HostStep step : steps) {
      try {
        step.run();
      } catch (Throwable thrown) {
        queue.fail();
        end(step.description(), thrown);
        return;
      }
    }
    if (stage == stretches.size()) {
      queue.handedOver(this);
      finish();
      return;
    }
    commit();
  }

  @Override
  public void failed(@Nullable String label, Throwable cause) {
    queue.ended();
    stage++;
    end(label, cause);
  }

  /** It does not run. */
  void drop(Throwable why) {
    end(null, why);
  }

  /** Lets go of all that it has not run, whatever of it refuses. */
  void discard() {
    RuntimeException first = null;
    for (; stage < stretches.size(); stage++) {
      try {
        stretches.get(stage).commands.discard();
      } catch (RuntimeException refused) {
        if (first == null) {
          first = refused;
        } else {
          first.addSuppressed(refused);
        }
      }
      queue.ended();
    }
    temporaries.forEach(MetalBuffer::release);
    if (first != null) {
      throw first;
    }
  }

  private void end(@Nullable String description, Throwable cause) {
    discard();
    queue.handedOver(this);
    if (completion != null) {
      completion.failed(DevicePort.FailureScope.QUEUE, description, cause);
    }
  }

  private void finish() {
    temporaries.forEach(MetalBuffer::release);
    if (completion != null) {
      completion.completed(deviceNanos);
    }
  }
}
