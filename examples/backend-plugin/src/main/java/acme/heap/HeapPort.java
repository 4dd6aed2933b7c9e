package acme.heap;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A device in the Java heap. It runs a kernel by the reference function of its declaration; a real device would make a
 * pipeline from an implementation in its language instead.
 */
final class HeapPort implements DevicePort {
  // snippet: facts
  static final String DEVICE = "Java heap";

  @Override
  public String device() {
    return DEVICE;
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
    return Runtime.getRuntime().maxMemory() / 2;
  }

  @Override
  public long compileCount() {
    return 0;
  }
  // end

  // snippet: memory
  @Override
  public Memory allocate(long lengthBytes) {
    return HeapMemory.poisoned(lengthBytes);
  }

  @Override
  public Memory wrap(MemorySegment memory) {
    return new HeapMemory(memory);
  }
  // end

  // snippet: pipelines
  /** A kernel made ready. */
  record HeapPipeline(KernelDeclaration declaration, PipelineKey key) implements Pipeline {
    @Override
    public int threadsPerThreadgroup() {
      return DeviceProfile.APPLE7.threads().perThreadgroup();
    }
  }

  @Override
  public Pipeline makePipeline(PipelineKey key, KernelDeclaration declaration,
      Implementation implementation) {
    return new HeapPipeline(declaration, key);
  }
  // end

  // snippet: segments
  @Override
  public String indirectRefusal(KernelDeclaration declaration,
      Implementation implementation) {
    return null;
  }

  @Override
  public Segment newSegment(List<SegmentCommand> commands, long constantBytes) {
    return new HeapSegment(commands);
  }
  // end

  // snippet: queues
  @Override
  public Queue newQueue(String label) {
    return new HeapQueue(label);
  }

  @Override
  public void close() {}
  // end
}
