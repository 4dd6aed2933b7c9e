package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.driver.recording.MetalCall;
import dev.assay.backend.metal.driver.recording.RecordingDriver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What passes by Metal from above the driver to the engine beneath it: which object the port means by which number or
 * label, and what a command buffer was told at the port. Apple's bindings carry neither length nor access, which the host
 * driver wants. Both sides run on the same thread: a message to Metal calls the engine before it returns.
 */
final class Handover implements RecordingDriver.Listener {
  // Of the process, as the double is: one is open at a time.
  private static final ThreadLocal<@Nullable Long> LAST_BUFFER = new ThreadLocal<>();
  private static final ThreadLocal<@Nullable Long> LAST_PIPELINE = new ThreadLocal<>();
  private static final ThreadLocal<@Nullable List<MetalCall>> TOLD = new ThreadLocal<>();

  private final Map<Long, Integer> buffers = new ConcurrentHashMap<>();
  private final Map<Long, String> pipelines = new ConcurrentHashMap<>();
  private final RecordingDriver.Listener next;

  /** Tells another listener, too, what a command buffer was told. */
  Handover(RecordingDriver.Listener next) {
    this.next = next;
  }

  /** The engine has made a buffer for a message of this thread. */
  void made(long buffer) {
    LAST_BUFFER.set(buffer);
  }

  /** The engine has made a pipeline for a message of this thread. */
  void madePipeline(long pipeline) {
    LAST_PIPELINE.set(pipeline);
  }

  @Override
  public void bufferMade(int number) {
    buffers.put(taken(LAST_BUFFER, "buffer " + number), number);
    next.bufferMade(number);
  }

  @Override
  public void pipelineMade(String label) {
    pipelines.put(taken(LAST_PIPELINE, "pipeline '" + label + "'"), label);
    next.pipelineMade(label);
  }

  private static long taken(ThreadLocal<@Nullable Long> last, String what) {
    Long handle = last.get();
    last.remove();
    if (handle == null) {
      throw new IllegalStateException("Metal was asked for no object that could be " + what);
    }
    return handle;
  }

  @Override
  public void committing(List<MetalCall> calls) {
    TOLD.set(calls);
    next.committing(calls);
  }

  /** What the command buffer that this thread commits was told at the port, or null where nobody recorded it. */
  @Nullable
  List<MetalCall> takeTold() {
    List<MetalCall> taken = TOLD.get();
    TOLD.remove();
    return taken;
  }

  /** The port's number of a buffer, −1 where the port never had it. */
  int bufferNumber(long handle) {
    return buffers.getOrDefault(handle, -1);
  }

  /** The port's label of a pipeline. */
  String pipelineLabel(long handle) {
    return pipelines.getOrDefault(handle, "unknown to the port");
  }

  /** The object is gone. */
  void forget(long handle) {
    buffers.remove(handle);
    pipelines.remove(handle);
  }
}
