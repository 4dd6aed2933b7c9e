package dev.assay.backend.metal.driver.recording;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Passes every call on to another driver, which it owns, and keeps the stream of commands, or tells it to a listener.
 * Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class RecordingDriver implements MetalDriver {
  private final MetalDriver driver;
  private final AtomicInteger buffers = new AtomicInteger();
  private final @Nullable Listener listener;
  // Guarded by itself. A listener is told instead, since a long run would fill the heap.
  private final List<MetalCall> calls = new ArrayList<>();

  /** Is told what happens by the thread that calls, which waits meanwhile. */
  public interface Listener {
    /** The other driver has made the buffer of this number. */
    default void bufferMade(int number) {}

    /** The other driver has made a pipeline of this label. */
    default void pipelineMade(String label) {}

    /** The other driver is about to be handed a command buffer that was told this, the commit included. */
    void committing(List<MetalCall> calls);
  }

  /** Records what this driver is asked, for {@link #take()}. */
  public RecordingDriver(MetalDriver driver) {
    this.driver = driver;
    this.listener = null;
  }

  /** Tells a listener what this driver is asked; {@link #take()} has nothing. */
  public RecordingDriver(MetalDriver driver, Listener listener) {
    this.driver = driver;
    this.listener = listener;
  }

  /** What was encoded and handed over since the last time, in order. */
  public List<MetalCall> take() {
    synchronized (calls) {
      List<MetalCall> taken = List.copyOf(calls);
      calls.clear();
      return taken;
    }
  }

  /** A command buffer was told this, and remembers it in a list of its own. */
  void add(MetalCall call, List<MetalCall> told) {
    told.add(call);
    if (listener == null) {
      synchronized (calls) {
        calls.add(call);
      }
    }
  }

  /** A command buffer is about to be handed over. */
  void committing(List<MetalCall> told) {
    if (listener != null) {
      listener.committing(List.copyOf(told));
    }
  }

  @Override
  public String device() {
    return driver.device();
  }

  @Override
  public DeviceProfile profile() {
    return driver.profile();
  }

  @Override
  public long memoryBudgetBytes() {
    return driver.memoryBudgetBytes();
  }

  @Override
  public boolean isCpu() {
    return driver.isCpu();
  }

  @Override
  public long compileCount() {
    return driver.compileCount();
  }

  @Override
  public boolean usesLabels() {
    return driver.usesLabels();
  }

  @Override
  public MetalLibrary newLibrary(String label, MslSource source, MathMode mathMode) {
    return driver.newLibrary(label, source, mathMode);
  }

  @Override
  public MetalPipeline newPipeline(String label, MetalFunction function, boolean indirect) {
    RecordedPipeline made =
        new RecordedPipeline(label, driver.newPipeline(label, function, indirect));
    if (listener != null) {
      listener.pipelineMade(label);
    }
    return made;
  }

  @Override
  public MetalBuffer newBuffer(long lengthBytes) {
    return made(driver.newBuffer(lengthBytes));
  }

  @Override
  public MetalBuffer newBuffer(MemorySegment memory) {
    return made(driver.newBuffer(memory));
  }

  private RecordedBuffer made(MetalBuffer buffer) {
    RecordedBuffer made = new RecordedBuffer(buffers.getAndIncrement(), buffer);
    if (listener != null) {
      listener.bufferMade(made.number());
    }
    return made;
  }

  @Override
  public MetalQueue newQueue(String label, int commandBuffers) {
    return new RecordedQueue(this, driver.newQueue(label, commandBuffers));
  }

  @Override
  public @Nullable String indirectRefusal() {
    return driver.indirectRefusal();
  }

  @Override
  public @Nullable String libraryRefusal(LibraryCall call) {
    return driver.libraryRefusal(call);
  }

  @Override
  public MetalIndirectCommandBuffer newIndirectCommandBuffer(List<MetalPipeline> pipelines,
      int bindings) {
    List<MetalPipeline> passed =
        pipelines.stream().map(each -> ((RecordedPipeline) each).pipeline()).toList();
    return new RecordedCommands(
        pipelines.stream().map(each -> ((RecordedPipeline) each).label()).toList(),
        driver.newIndirectCommandBuffer(passed, bindings));
  }

  @Override
  public void close() {
    driver.close();
  }

  /** A pipeline known by its label. */
  record RecordedPipeline(String label, MetalPipeline pipeline) implements MetalPipeline {
    @Override
    public int maxTotalThreadsPerThreadgroup() {
      return pipeline.maxTotalThreadsPerThreadgroup();
    }

    @Override
    public int threadExecutionWidth() {
      return pipeline.threadExecutionWidth();
    }

    @Override
    public int staticThreadgroupMemoryLength() {
      return pipeline.staticThreadgroupMemoryLength();
    }

    @Override
    public List<ReflectedBinding> bindings() {
      return pipeline.bindings();
    }

    @Override
    public void release() {
      pipeline.release();
    }
  }

  /** A buffer known by its number. */
  record RecordedBuffer(int number, MetalBuffer buffer) implements MetalBuffer {
    @Override
    public long length() {
      return buffer.length();
    }

    @Override
    public MemorySegment contents() {
      return buffer.contents();
    }

    @Override
    public void release() {
      buffer.release();
    }
  }
}
