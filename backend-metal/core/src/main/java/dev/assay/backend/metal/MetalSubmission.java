package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.data.Elements;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A submission on its way: command buffers with host work between them. The first stretch is always a command buffer, so
 * that host work at its front too comes after what was committed earlier. What completed is used again by the queue.
 */
final class MetalSubmission implements MetalCommandBuffer.Completion {
  /** It has completed, and the queue has been told that it was handed over. */
  private static final int PARTS = 2;

  /** Host work that follows the command buffer of the stage before. */
  record HostStep(
      int stage,
      List<DevicePort.HostRange> ranges,
      HostWork work,
      String description) {
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

  private final MetalWorkQueue queue;
  private final MetalWorkEncoder encoder;
  // Nearly always one.
  private final List<MetalCommandBuffer> commandBuffers = new ArrayList<>(1);
  private final List<HostStep> hostSteps = new ArrayList<>(0);
  private final List<MetalBuffer> temporaries = new ArrayList<>(0);
  private final AtomicInteger open = new AtomicInteger(PARTS);
  private DevicePort.@Nullable Completion completion;
  // From the start on confined to whoever runs the stage.
  private int stage;
  private int nextHostStep;
  private long deviceNanos;

  /** A submission of what this encoder encodes. */
  MetalSubmission(MetalWorkQueue queue, MetalWorkEncoder encoder) {
    this.queue = queue;
    this.encoder = encoder;
  }

  void add(MetalCommandBuffer commandBuffer) {
    commandBuffers.add(commandBuffer);
  }

  /** Host work after the last command buffer. */
  void add(List<DevicePort.HostRange> ranges, HostWork work, String description) {
    hostSteps.add(new HostStep(commandBuffers.size(), ranges, work, description));
  }

  /** Memory that the submission alone uses. */
  void keep(MetalBuffer temporary) {
    temporaries.add(temporary);
  }

  boolean isEmpty() {
    return commandBuffers.isEmpty();
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
    MetalCommandBuffer next = commandBuffers.get(stage);
    boolean last = stage == commandBuffers.size() - 1 && nextHostStep == hostSteps.size();
    try {
      next.commit(this);
    } catch (Throwable refused) {
      queue.fail();
      end(null, refused);
      return;
    }
    if (last) {
      handedOver();
    }
  }

  @Override
  public void completed(long nanos) {
    queue.ended();
    deviceNanos += nanos;
    stage++;
    if (hasHostStep()) {
      queue.onHost(this::runOnHost);
    } else {
      finish();
    }
  }

  private boolean hasHostStep() {
    return nextHostStep < hostSteps.size() && hostSteps.get(nextHostStep).stage() == stage;
  }

  private void runOnHost() {
    for (; hasHostStep(); nextHostStep++) {
      HostStep step = hostSteps.get(nextHostStep);
      try {
        step.run();
      } catch (Throwable thrown) {
        queue.fail();
        end(step.description(), thrown);
        return;
      }
    }
    if (stage == commandBuffers.size()) {
      handedOver();
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
    for (; stage < commandBuffers.size(); stage++) {
      first = first(first, commandBuffers.get(stage)::discard);
      queue.ended();
    }
    first = releaseTemporaries(first);
    if (first != null) {
      throw first;
    }
  }

  private @Nullable RuntimeException releaseTemporaries(@Nullable RuntimeException earlier) {
    RuntimeException first = earlier;
    for (int i = 0; i < temporaries.size(); i++) {
      first = first(first, temporaries.get(i)::release);
    }
    temporaries.clear();
    return first;
  }

  /** Runs the action, too, whatever was thrown before it; the first that was thrown, with the others. */
  private static @Nullable RuntimeException first(@Nullable RuntimeException earlier,
      Runnable action) {
    try {
      action.run();
      return earlier;
    } catch (RuntimeException refused) {
      if (earlier == null) {
        return refused;
      }
      earlier.addSuppressed(refused);
      return earlier;
    }
  }

  private void end(@Nullable String description, Throwable cause) {
    try {
      discard();
    } catch (RuntimeException further) {
      // Whoever waits has to be told in any case.
      cause.addSuppressed(further);
    }
    // What failed is not used again, since the driver or the queue may not be done with it.
    queue.handedOver(this);
    if (completion != null) {
      completion.failed(DevicePort.FailureScope.QUEUE, description, cause);
    }
  }

  private void handedOver() {
    queue.handedOver(this);
    partEnded();
  }

  private void finish() {
    RuntimeException refused = releaseTemporaries(null);
    if (refused != null) {
      queue.fail();
      end(null, refused);
      return;
    }
    DevicePort.Completion told = completion;
    long nanos = deviceNanos;
    // Before anybody is told, so that whoever waited finds it idle.
    partEnded();
    if (told != null) {
      tell(told, nanos);
    }
  }

  /** Nothing is thrown to the driver: it would report a failure here, where the next submission may be by now. */
  private void tell(DevicePort.Completion told, long nanos) {
    try {
      told.completed(nanos);
    } catch (Throwable thrown) {
      queue.fail();
      told.failed(DevicePort.FailureScope.QUEUE, null, thrown);
    }
  }

  private void partEnded() {
    if (open.decrementAndGet() == 0) {
      commandBuffers.clear();
      hostSteps.clear();
      completion = null;
      stage = 0;
      nextHostStep = 0;
      deviceNanos = 0;
      open.set(PARTS);
      queue.giveBack(encoder);
    }
  }
}
