package dev.assay.backend.support;

import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.kernel.Parameter;
import dev.assay.spi.kernel.ReferenceDispatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A second, small device: heap memory, reference functions, and work that runs only when the test says so. It also
 * writes down what it is told, so that tests can compare command streams.
 */
final class HeapPort implements DevicePort {
  final List<String> stream = new ArrayList<>();
  final AtomicInteger pipelinesMade = new AtomicInteger();
  final AtomicInteger livePipelines = new AtomicInteger();
  final AtomicInteger liveMemories = new AtomicInteger();
  final List<String> segmentWrites = new ArrayList<>();
  final AtomicInteger segmentsMade = new AtomicInteger();
  final AtomicInteger liveSegments = new AtomicInteger();
  private final List<Runnable> waiting = new ArrayList<>();
  private final boolean needsImplementation;
  boolean manual;
  // What the device refuses, and from which segment or write into one on.
  String refused = "";
  int mostSegments = Integer.MAX_VALUE;
  // How far a failure reaches; one that takes the device does not say what it was.
  FailureScope scope = FailureScope.QUEUE;
  boolean failAll;
  DeviceProfile profile = DeviceProfile.APPLE7;
  boolean needsIndirectPipelines = true;
  boolean segmentsAreFreeAtCommit;
  int mostSegmentCommands = 5;
  // The commands of each segment made.
  final List<List<SegmentCommand>> segments = new ArrayList<>();
  int mostSegmentWrites = Integer.MAX_VALUE;
  Runnable whenDiscarded = () -> {};
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

  boolean isIndirect(Pipeline pipeline) {
    return ((HeapPipeline) pipeline).key.indirect();
  }

  private static void refuse(String what, boolean now) {
    if (now) {
      throw new IllegalStateException("the device refuses " + what);
    }
  }

  @Override
  public String device() {
    return "Java heap";
  }

  @Override
  public DeviceProfile profile() {
    return profile;
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
    refuse("memory", refused.equals("memory"));
    liveMemories.incrementAndGet();
    return new HeapMemory(MemorySegment.ofArray(new byte[(int) lengthBytes]));
  }

  @Override
  public Pipeline makePipeline(
      PipelineKey key, KernelDeclaration declaration, @Nullable Implementation implementation) {
    refuse("to compile " + key, refused.equals("compiling"));
    pipelinesMade.incrementAndGet();
    return new HeapPipeline(key, declaration);
  }

  @Override
  public Memory wrap(MemorySegment memory) {
    liveMemories.incrementAndGet();
    return new HeapMemory(memory);
  }

  @Override
  public KernelDeclaration declare(KernelSource source, String entryPoint) {
    // The whole language of this device: the name of a declaration that it knows.
    return TestKernels.byName(source.text().strip());
  }

  @Override
  public int mostSegmentCommands() {
    return mostSegmentCommands;
  }

  @Override
  public @Nullable String indirectRefusal(KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return declaration.name().name().equals("picky") ? "it is picky" : null;
  }

  @Override
  public @Nullable String libraryRefusal(LibraryCall call) {
    return call instanceof HeapCall ? null : "it is not of the heap's library";
  }

  @Override
  public boolean needsIndirectPipelines() {
    return needsIndirectPipelines;
  }

  @Override
  public boolean segmentsAreFreeAtCommit() {
    return segmentsAreFreeAtCommit;
  }

  @Override
  public Segment newSegment(List<SegmentCommand> commands, long constantBytes) {
    refuse("a segment", segmentsMade.get() == mostSegments);
    segmentsMade.incrementAndGet();
    liveSegments.incrementAndGet();
    segments.add(commands);
    stream.add("segment of " + commands.size() + " with " + constantBytes + " bytes, barriers "
        + commands.stream()
            .map(command -> command.barrierBefore() ? "|" : "-")
            .collect(Collectors.joining()));
    return new HeapSegment(commands, constantBytes);
  }

  @Override
  public Queue newQueue(String label) {
    return new HeapQueue();
  }

  @Override
  public void close() {
    closed = true;
  }

  /** A routine of this device's library. */
  record HeapCall(String routine, HostWork work) implements LibraryCall {}

  private final class HeapPipeline implements Pipeline {
    private final PipelineKey key;
    private final KernelDeclaration declaration;
    private boolean released;

    HeapPipeline(PipelineKey key, KernelDeclaration declaration) {
      this.key = key;
      this.declaration = declaration;
      livePipelines.incrementAndGet();
    }

    PipelineKey key() {
      return key;
    }

    KernelDeclaration declaration() {
      return declaration;
    }

    @Override
    public void release() {
      refuse("a release", refused.equals("releases"));
      if (released) {
        throw new AssertionError("released twice: " + key);
      }
      released = true;
      livePipelines.decrementAndGet();
    }

    @Override
    public int threadsPerThreadgroup() {
      return 512;
    }
  }

  /** Counts itself out when it is released, and tells what is written into it. */
  private final class HeapSegment implements Segment {
    private final List<HeapRun> runs;
    private final long constantBytes;

    HeapSegment(List<SegmentCommand> commands, long constantBytes) {
      this.runs =
          commands.stream().map(command -> new HeapRun((HeapPipeline) command.pipeline())).toList();
      this.constantBytes = constantBytes;
    }

    @Override
    public void setBuffer(
        int command, int parameter, Memory memory, long offsetBytes, long lengthBytes,
        Access access) {
      refuse("a write", segmentWrites.size() == mostSegmentWrites);
      runs.get(command).bind(parameter, memory, offsetBytes, lengthBytes);
      segmentWrites.add("buffer " + command + "." + parameter + " " + offsetBytes);
    }

    @Override
    public void setConstant(int command, int parameter, long offsetBytes, MemorySegment packed,
        long lengthBytes) {
      if (offsetBytes % 16 != 0 || offsetBytes + lengthBytes > constantBytes) {
        throw new AssertionError("constant at " + offsetBytes + " outside " + constantBytes);
      }
      runs.get(command).bind(parameter, packed, lengthBytes);
      segmentWrites.add("constant " + command + "." + parameter + " " + offsetBytes);
    }

    @Override
    public void prepare() {
      segmentWrites.add("prepare");
    }

    @Override
    public void release() {
      refuse("a release", refused.equals("releases"));
      liveSegments.decrementAndGet();
    }
  }

  /** A kernel with what is bound to it. */
  private static final class HeapRun {
    private final HeapPipeline pipeline;
    private final Map<String, Elements> buffers = new HashMap<>();
    private final Map<String, StructValue> constants;

    HeapRun(HeapPipeline pipeline) {
      this.pipeline = pipeline;
      this.constants = new HashMap<>(pipeline.key().functionConstants());
    }

    void bind(int parameter, Memory memory, long offsetBytes, long lengthBytes) {
      Parameter.Buffer declared =
          (Parameter.Buffer) pipeline.declaration().parameters().get(parameter);
      buffers.put(declared.name(), Elements.over(declared.type(pipeline.key().dtype()),
          ((HeapMemory) memory).segment.asSlice(offsetBytes, lengthBytes)));
    }

    StructValue bind(int parameter, MemorySegment packed, long lengthBytes) {
      Parameter.Constant declared =
          (Parameter.Constant) pipeline.declaration().parameters().get(parameter);
      // The port copies: the caller may use the memory again at once.
      StructValue value = StructValue.over(declared.layout(),
          MemorySegment.ofArray(packed.asSlice(0, lengthBytes).toArray(ValueLayout.JAVA_BYTE)));
      constants.put(declared.name(), value);
      return value;
    }

    HeapRun copy() {
      HeapRun copy = new HeapRun(pipeline);
      copy.buffers.putAll(buffers);
      copy.constants.putAll(constants);
      return copy;
    }

    void execute() {
      if (pipeline.released) {
        throw new AssertionError("runs after its release: " + pipeline.key());
      }
      pipeline.declaration()
          .reference()
          .run(
              new HeapDispatch(pipeline.key().dtype(), Map.copyOf(buffers), Map.copyOf(constants)));
    }
  }

  private final class HeapMemory implements Memory {
    private final MemorySegment segment;

    HeapMemory(MemorySegment segment) {
      this.segment = segment;
    }

    @Override
    public void read(long offsetBytes, MemorySegment target) {
      Bytes.copy(segment, offsetBytes, target, 0, target.byteSize());
    }

    @Override
    public void write(long offsetBytes, MemorySegment source) {
      Bytes.copy(source, 0, segment, offsetBytes, source.byteSize());
    }

    @Override
    public @Nullable MemorySegment map() {
      return refused.equals("sharing") ? null : segment;
    }

    @Override
    public void release() {
      refuse("a release", refused.equals("releases"));
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
    private final List<Runnable> copying = new ArrayList<>();
    private @Nullable String running;
    private @Nullable HeapRun next;

    HeapEncoder(HeapQueue queue) {
      this.queue = queue;
    }

    @Override
    public void setPipeline(Pipeline pipeline) {
      next = new HeapRun((HeapPipeline) pipeline);
      refuse("a pipeline", refused.equals("pipelines"));
      stream.add("pipeline " + next.pipeline.key());
    }

    @Override
    public void setBuffer(int parameter, Memory memory, long offsetBytes, long lengthBytes,
        Access access) {
      next.bind(parameter, memory, offsetBytes, lengthBytes);
      stream.add("buffer " + parameter + " " + offsetBytes + "+" + lengthBytes + " " + access);
    }

    @Override
    public void setConstant(int parameter, MemorySegment packed, long lengthBytes) {
      stream.add("constant " + parameter + " " + next.bind(parameter, packed, lengthBytes));
    }

    @Override
    public void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes) {
      stream.add("large constant " + parameter + " " + next.bind(parameter, packed, lengthBytes));
    }

    @Override
    public void dispatch(@Nullable Grid grid, String description) {
      stream.add("dispatch " + grid);
      HeapRun run = next;
      work.add(() -> {
        running = description;
        run.execute();
      });
    }

    @Override
    public void barrier() {
      stream.add("barrier");
    }

    @Override
    public void host(List<HostRange> ranges, HostWork hostWork, String description) {
      stream.add("host");
      work.add(() -> {
        running = description;
        hostWork.run(ranges.stream()
            .map(range -> Elements.over(range.dtype(), ((HeapMemory) range.memory()).segment
                .asSlice(range.offsetBytes(), range.lengthBytes())))
            .toList());
      });
    }

    @Override
    public void library(LibraryCall call, List<HostRange> ranges, String description) {
      host(ranges, ((HeapCall) call).work(), description);
      stream.set(stream.size() - 1, "library");
    }

    @Override
    public void execute(Segment segment, int from, int to) {
      stream.add("execute " + from + " to " + to);
      List<HeapRun> runs = ((HeapSegment) segment).runs.subList(from, to);
      int place = work.size();
      // Like a device, it reads the segment when it runs, unless it copies all of it when the work is handed over.
      work.add(() -> runs.forEach(HeapRun::execute));
      if (segmentsAreFreeAtCommit) {
        copying.add(() -> {
          List<HeapRun> copies = runs.stream().map(HeapRun::copy).toList();
          work.set(place, () -> copies.forEach(HeapRun::execute));
        });
      }
    }

    @Override
    public void commit(Completion completion) {
      refuse("work", refused.equals("work"));
      copying.forEach(Runnable::run);
      Runnable run = () -> {
        if (queue.failed || failAll) {
          completion.failed(scope, null, new IllegalStateException(
              failAll ? "illegal address" : "an earlier submission failed"));
          return;
        }
        try {
          work.forEach(Runnable::run);
          completion.completed(1);
        } catch (Throwable failure) {
          queue.failed = true;
          completion.failed(scope, scope == FailureScope.QUEUE ? running : null, failure);
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
      whenDiscarded.run();
      refuse("a discard", refused.equals("discards"));
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
