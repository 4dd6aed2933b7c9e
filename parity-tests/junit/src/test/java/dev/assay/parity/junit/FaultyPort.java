package dev.assay.parity.junit;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device in the Java heap with one fault; without any it keeps every contract. */
final class FaultyPort implements DevicePort {
  private final Fault fault;
  private final MemorySegment shared = MemorySegment.ofArray(new long[1 << 10]);

  FaultyPort(Fault fault) {
    this.fault = fault;
  }

  /** A kernel made ready. */
  record FaultyPipeline(KernelDeclaration declaration, PipelineKey key) implements Pipeline {
    @Override
    public int threadsPerThreadgroup() {
      return 1024;
    }
  }

  @Override
  public String device() {
    return fault == Fault.THE_DEVICE_HAS_NO_NAME ? " " : "Java heap";
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
    return false;
  }

  @Override
  public long memoryBudgetBytes() {
    return 1 << 20;
  }

  @Override
  public long compileCount() {
    return 0;
  }

  @Override
  public Memory allocate(long lengthBytes) {
    return new FaultyMemory(fault == Fault.ALLOCATIONS_SHARE_MEMORY
        ? shared.asSlice(0, lengthBytes)
        : MemorySegment.ofArray(new long[(int) (lengthBytes + 7) / 8]).asSlice(0, lengthBytes),
        fault);
  }

  @Override
  public Memory wrap(MemorySegment memory) {
    return fault == Fault.WRAPPED_MEMORY_IS_COPIED
        ? new FaultyMemory(
            MemorySegment.ofArray(memory.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE)), fault)
        : new FaultyMemory(memory, fault);
  }

  @Override
  public Pipeline makePipeline(PipelineKey key, KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return new FaultyPipeline(declaration, key);
  }

  @Override
  public @Nullable String indirectRefusal(KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return null;
  }

  @Override
  public Segment newSegment(List<SegmentCommand> commands, long constantBytes) {
    return new FaultySegment(commands, fault);
  }

  @Override
  public Queue newQueue(String label) {
    return new FaultyQueue(fault);
  }

  @Override
  public void close() {}

  /** Memory of the device. */
  record FaultyMemory(MemorySegment segment, Fault fault) implements Memory {
    @Override
    public void read(long offsetBytes, MemorySegment target) {
      long from = fault == Fault.READS_IGNORE_THE_OFFSET ? 0 : offsetBytes;
      Bytes.copy(segment, from, target, 0, target.byteSize());
    }

    @Override
    public void write(long offsetBytes, MemorySegment source) {
      long to = fault == Fault.WRITES_IGNORE_THE_OFFSET ? 0 : offsetBytes;
      Bytes.copy(source, 0, segment, to, source.byteSize());
    }

    @Override
    public void release() {}
  }
}
