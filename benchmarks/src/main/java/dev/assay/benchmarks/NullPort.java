package dev.assay.benchmarks;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A device that does nothing and is done at once. What it is told it only sums up, so that a compiler cannot leave out
 * the work of telling it.
 */
final class NullPort implements DevicePort {
  private static final int THREADS = 1024;

  private final AtomicLong heldBytes = new AtomicLong();
  private long told;

  /** A sum over everything that encoders and segments were told. */
  long told() {
    return told;
  }

  /** The bytes of all memory that was not released. */
  long heldBytes() {
    return heldBytes.get();
  }

  @Override
  public String device() {
    return "nothing";
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
    return true;
  }

  @Override
  public long memoryBudgetBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public long compileCount() {
    return 0;
  }

  @Override
  public Memory allocate(long lengthBytes) {
    heldBytes.addAndGet(lengthBytes);
    return new NullMemory(lengthBytes);
  }

  @Override
  public Pipeline makePipeline(PipelineKey key, KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return new NullPipeline();
  }

  @Override
  public @Nullable String indirectRefusal(KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return null;
  }

  @Override
  public Segment newSegment(List<SegmentCommand> commands, long constantBytes) {
    return new NullSegment();
  }

  @Override
  public Queue newQueue(String label) {
    return new NullQueue();
  }

  @Override
  public void close() {}

  private final class NullMemory implements Memory {
    private final long lengthBytes;

    NullMemory(long lengthBytes) {
      this.lengthBytes = lengthBytes;
    }

    @Override
    public void read(long offsetBytes, MemorySegment target) {}

    @Override
    public void write(long offsetBytes, MemorySegment source) {}

    @Override
    public void release() {
      heldBytes.addAndGet(-lengthBytes);
    }
  }

  private static final class NullPipeline implements Pipeline {
    @Override
    public int threadsPerThreadgroup() {
      return THREADS;
    }
  }

  private final class NullQueue implements Queue {
    @Override
    public Encoder encoder(String label) {
      return new NullEncoder();
    }

    @Override
    public void release() {}
  }

  private final class NullEncoder implements Encoder {
    @Override
    public void setPipeline(Pipeline pipeline) {
      told += pipeline.threadsPerThreadgroup();
    }

    @Override
    public void setBuffer(int parameter, Memory memory, long offsetBytes, long lengthBytes,
        Access access) {
      told += parameter + offsetBytes + lengthBytes;
    }

    @Override
    public void setConstant(int parameter, MemorySegment packed, long lengthBytes) {
      told += parameter + packed.byteSize() + lengthBytes;
    }

    @Override
    public void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes) {
      setConstant(parameter, packed, lengthBytes);
    }

    @Override
    public void dispatch(@Nullable Grid grid, String description) {
      told += description.length();
    }

    @Override
    public void barrier() {
      told++;
    }

    @Override
    public void host(List<HostRange> ranges, HostWork work, String description) {
      told += ranges.size();
    }

    @Override
    public void execute(Segment segment, int from, int to) {
      told += to - from;
    }

    @Override
    public void commit(Completion completion) {
      completion.completed(0);
    }

    @Override
    public void discard() {}
  }

  private final class NullSegment implements Segment {
    @Override
    public void setBuffer(int command, int parameter, Memory memory, long offsetBytes,
        long lengthBytes, Access access) {
      told += command + parameter + offsetBytes + lengthBytes;
    }

    @Override
    public void setConstant(int command, int parameter, long offsetBytes, MemorySegment packed,
        long lengthBytes) {
      told += command + parameter + offsetBytes + lengthBytes;
    }

    @Override
    public void release() {}
  }
}
