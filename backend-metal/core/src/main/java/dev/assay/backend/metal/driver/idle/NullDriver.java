package dev.assay.backend.metal.driver.idle;

import dev.assay.backend.metal.driver.FunctionConstantValue;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalLibrary;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A driver that takes every call and runs nothing: results are whatever memory holds. Pipelines have the bindings that
 * the reader finds. It sums up what it is told, so that no compiler can leave out the work of telling it. It is never
 * found by discovery; measurements and tests make it themselves. Everything but the sums is thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NullDriver implements MetalDriver {
  private static final int ALIGNMENT_BYTES = 64;

  private final DeviceProfile profile;
  private final AtomicLong heldBytes = new AtomicLong();
  private long told;

  /** An Apple GPU of family 7. */
  public NullDriver() {
    this(DeviceProfile.APPLE7);
  }

  /** A device with these limits. */
  public NullDriver(DeviceProfile profile) {
    this.profile = profile;
  }

  /** A sum over everything that encoders and indirect commands were told; changed by the threads that encode. */
  public long told() {
    return told;
  }

  /** The bytes of all buffers that were made by length and not released. */
  public long heldBytes() {
    return heldBytes.get();
  }

  @Override
  public String device() {
    return "nothing, through the null driver";
  }

  @Override
  public DeviceProfile profile() {
    return profile;
  }

  @Override
  public long memoryBudgetBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  @Override
  public long compileCount() {
    return 0;
  }

  @Override
  public boolean usesLabels() {
    return false;
  }

  @Override
  public MetalLibrary newLibrary(String label, MslSource source, MathMode mathMode) {
    return new NullLibrary(MslReader.read(source));
  }

  @Override
  public MetalPipeline newPipeline(String label, MetalFunction function, boolean indirect) {
    return new NullPipeline(profile.threads(), ((NullFunction) function).bindings());
  }

  @Override
  public MetalBuffer newBuffer(long lengthBytes) {
    heldBytes.addAndGet(lengthBytes);
    return new NullBuffer(lengthBytes);
  }

  @Override
  public MetalBuffer newBuffer(MemorySegment memory) {
    return new WrappedBuffer(memory);
  }

  @Override
  public MetalQueue newQueue(String label, int commandBuffers) {
    return new NullQueue();
  }

  @Override
  public @Nullable String indirectRefusal() {
    return null;
  }

  @Override
  public MetalIndirectCommandBuffer newIndirectCommandBuffer(List<MetalPipeline> pipelines,
      int bindings) {
    return new NullCommands();
  }

  @Override
  public void close() {}

  private record NullLibrary(MslModule module) implements MetalLibrary {
    @Override
    public MetalFunction newFunction(String name, List<FunctionConstantValue> constants) {
      return new NullFunction(module.kernel(name)
          .map(kernel -> bindings(kernel, constants))
          .orElse(List.of()));
    }

    private static List<MetalPipeline.ReflectedBinding> bindings(MslKernel kernel,
        List<FunctionConstantValue> constants) {
      return kernel.bindings()
          .stream()
          .filter(parameter -> isPresent(parameter.gate(), constants))
          .map(MetalPipeline.ReflectedBinding::of)
          .toList();
    }

    private static boolean isPresent(Optional<String> gate,
        List<FunctionConstantValue> constants) {
      return gate.isEmpty() || constants.stream()
          .anyMatch(constant -> constant.name().equals(gate.get())
              && constant.value().getLong("") != 0);
    }

    @Override
    public void release() {}
  }

  private record NullFunction(List<MetalPipeline.ReflectedBinding> bindings)
      implements MetalFunction {
    @Override
    public void release() {}
  }

  private record NullPipeline(
      DeviceProfile.Threads threads,
      List<MetalPipeline.ReflectedBinding> bindings) implements MetalPipeline {
    @Override
    public int maxTotalThreadsPerThreadgroup() {
      return threads.perThreadgroup();
    }

    @Override
    public int threadExecutionWidth() {
      return threads.simdWidth();
    }

    @Override
    public int staticThreadgroupMemoryLength() {
      return 0;
    }

    @Override
    public void release() {}
  }

  private record WrappedBuffer(MemorySegment contents) implements MetalBuffer {
    @Override
    public long length() {
      return contents.byteSize();
    }

    @Override
    public void release() {}
  }

  private final class NullBuffer implements MetalBuffer {
    private final Arena arena;
    private final MemorySegment contents;

    @SuppressWarnings("MustBeClosedChecker") // release() closes it
    NullBuffer(long lengthBytes) {
      arena = Arena.ofShared();
      contents = arena.allocate(lengthBytes, ALIGNMENT_BYTES);
    }

    @Override
    public long length() {
      return contents.byteSize();
    }

    @Override
    public MemorySegment contents() {
      return contents;
    }

    @Override
    public void release() {
      heldBytes.addAndGet(-contents.byteSize());
      arena.close();
    }
  }

  private final class NullQueue implements MetalQueue {
    private final NullEncoder encoder = new NullEncoder();

    @Override
    public MetalCommandBuffer commandBuffer(String label) {
      return encoder;
    }

    @Override
    public void release() {}
  }

  private final class NullEncoder implements MetalCommandBuffer, MetalComputeEncoder {
    @Override
    public MetalComputeEncoder computeEncoder() {
      return this;
    }

    @Override
    public void commit(Completion completion) {
      completion.completed(0);
    }

    @Override
    public void discard() {}

    @Override
    public void setPipeline(MetalPipeline pipeline) {
      told += pipeline.maxTotalThreadsPerThreadgroup();
    }

    @Override
    public void setBuffer(MetalBuffer buffer, long offsetBytes, long lengthBytes,
        Access access, int index) {
      told += index + offsetBytes + lengthBytes + (access.writes() ? 1 : 0);
    }

    @Override
    public void setBytes(MemorySegment bytes, long lengthBytes, int index) {
      told += index + bytes.byteSize() + lengthBytes;
    }

    @Override
    public void setThreadgroupMemoryLength(int lengthBytes, int index) {
      told += index + lengthBytes;
    }

    @Override
    public void label(String text) {
      told += text.length();
    }

    @Override
    public void dispatch(Grid grid) {
      told += grid.gridX() + grid.groupX();
    }

    @Override
    public void memoryBarrier() {
      told++;
    }

    @Override
    public void executeCommands(MetalIndirectCommandBuffer commands, int from, int to) {
      told += to - from;
    }

    @Override
    public void endEncoding() {
      told++;
    }
  }

  private final class NullCommands implements MetalIndirectCommandBuffer {
    @Override
    public void setBuffer(int command, MetalBuffer buffer, long offsetBytes, long lengthBytes,
        Access access, int index) {
      told += command + index + offsetBytes + lengthBytes + (access.writes() ? 1 : 0);
    }

    @Override
    public void setThreadgroupMemoryLength(int command, int lengthBytes, int index) {
      told += command + index + lengthBytes;
    }

    @Override
    public void setBarrier(int command) {
      told += command;
    }

    @Override
    public void dispatch(int command, Grid grid, String label) {
      told += command + grid.gridX();
    }

    @Override
    public void release() {}
  }
}
