package dev.assay.backend.support;

import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A second, small device: heap memory, reference functions, and work that runs only when the test says so. It also
 * writes down what it is told, so that tests can compare command streams.
 */
final class HeapPort implements DevicePort {
  final List<String> stream = new ArrayList<>();
  final AtomicInteger pipelinesMade = new AtomicInteger();
  final AtomicInteger liveMemories = new AtomicInteger();
  private final List<Runnable> waiting = new ArrayList<>();
  private final boolean needsImplementation;
  boolean manual;
  boolean closed;

  HeapPort(boolean needsImplementation) {
    this.needsImplementation = needsImplementation;
  }

  /** Runs what was committed so far. */
  void runWaiting() {
    List<Runnable> now = List.copyOf(waiting);
    waiting.clear();
    now.forEach(Runnable::run);
  }

  @Override
  public String device() {
    return "Java heap";
  }

  @Override
  public DeviceProfile profile() {
    return DeviceProfile.APPLE7;
  }

  @Override
  public String language() {
    return Implementation.MSL;
  }

  @Override
  public boolean needsImplementation() {
    return needsImplementation;
  }

  @Override
  public long memoryBudgetBytes() {
    return 1 << 20;
  }

  @Override
  public long compileCount() {
    return pipelinesMade.get();
  }

  @Override
  public Memory allocate(long lengthBytes) {
    liveMemories.incrementAndGet();
    return new HeapMemory(MemorySegment.ofArray(new byte[(int) lengthBytes]));
  }

  @Override
  public Pipeline makePipeline(
      PipelineKey key, KernelDeclaration declaration, @Nullable Implementation implementation) {
    pipelinesMade.incrementAndGet();
    return new HeapPipeline(key, declaration);
  }

  @Override
  public Queue newQueue(String label) {
    return new HeapQueue();
  }

  @Override
  public void close() {
    closed = true;
  }

  private record HeapPipeline(PipelineKey key, KernelDeclaration declaration) implements Pipeline {
    @Override
    public int threadsPerThreadgroup() {
      return 512;
    }
  }

  private final class HeapMemory implements Memory {
    private final MemorySegment segment;

    HeapMemory(MemorySegment segment) {
      this.segment = segment;
    }

    @Override
    public void read(long offsetBytes, MemorySegment target) {
      target.copyFrom(segment.asSlice(offsetBytes, target.byteSize()));
    }

    @Override
    public void write(long offsetBytes, MemorySegment source) {
      segment.asSlice(offsetBytes).copyFrom(source);
    }

    @Override
    public void release() {
      liveMemories.decrementAndGet();
    }
  }

  private final class HeapQueue implements Queue {
    private boolean failed;

    @Override
    public Encoder encoder(String label) {
      return new HeapEncoder(this);
    }

    @Override
    public void release() {}
  }

  private final class HeapEncoder implements Encoder {
    private final HeapQueue queue;
    private final List<Runnable> work = new ArrayList<>();
    private @Nullable String running;
    private @Nullable HeapPipeline pipeline;
    private Map<String, Elements> buffers = new HashMap<>();
    private Map<String, StructValue> constants = new HashMap<>();

    HeapEncoder(HeapQueue queue) {
      this.queue = queue;
    }

    @Override
    public void setPipeline(Pipeline next) {
      pipeline = (HeapPipeline) next;
      buffers = new HashMap<>();
      constants = new HashMap<>();
      stream.add("pipeline " + pipeline.key());
    }

    @Override
    public void setBuffer(int parameter, Memory memory, long offsetBytes, long lengthBytes,
        Access access) {
      Parameter.Buffer declared =
          (Parameter.Buffer) pipeline.declaration().parameters().get(parameter);
      DType type = declared.type(pipeline.key().dtype());
      buffers.put(declared.name(),
          Elements.over(type, ((HeapMemory) memory).segment.asSlice(offsetBytes, lengthBytes)));
      stream.add("buffer " + parameter + " " + offsetBytes + "+" + lengthBytes + " " + access);
    }

    @Override
    public void setConstant(int parameter, StructValue value) {
      constants.put(pipeline.declaration().parameters().get(parameter).name(), value);
      stream.add("constant " + parameter + " " + value);
    }

    @Override
    public void dispatch(@Nullable Grid grid, String label) {
      stream.add("dispatch " + grid);
      HeapPipeline kernel = pipeline;
      Map<String, Elements> views = buffers;
      Map<String, StructValue> values = constants;
      work.add(() -> {
        running = label;
        kernel.declaration().reference().run(new HeapDispatch(kernel.key().dtype(), views, values));
      });
    }

    @Override
    public void commit(Completion completion) {
      Runnable run = () -> {
        if (queue.failed) {
          completion.failed(null, new IllegalStateException("an earlier submission failed"));
          return;
        }
        try {
          work.forEach(Runnable::run);
          completion.completed(1);
        } catch (Throwable failure) {
          queue.failed = true;
          completion.failed(running, failure);
        }
      };
      if (manual) {
        waiting.add(run);
      } else {
        run.run();
      }
    }

    @Override
    public void discard() {
      stream.add("discard");
    }
  }

  private record HeapDispatch(
      DType dtype,
      Map<String, Elements> buffers,
      Map<String, StructValue> constants)
      implements ReferenceDispatch {
    @Override
    public Elements buffer(String parameter) {
      return buffers.get(parameter);
    }

    @Override
    public StructValue constant(String parameter) {
      return constants.get(parameter);
    }

    @Override
    public void forEachRow(long count, LongConsumer row) {
      for (long i = 0; i < count; i++) {
        row.accept(i);
      }
    }
  }
}
