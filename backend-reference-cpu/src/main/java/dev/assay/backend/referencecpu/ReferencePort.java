package dev.assay.backend.referencecpu;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reference as a device. It runs reference functions whatever the implementation; an MSL implementation is still
 * chosen where one is installed, so that its geometry and limits are checked here too.
 */
final class ReferencePort implements DevicePort {
  static final String DEVICE = "Java reference functions on the CPU";

  private final DeviceProfile profile;
  private final RowRunner rows = new RowRunner(Runtime.getRuntime().availableProcessors());

  ReferencePort(DeviceProfile profile) {
    this.profile = profile;
  }

  /** A kernel is ready when its reference function is at hand. */
  record ReferencePipeline(
      KernelDeclaration declaration,
      PipelineKey key,
      int threadsPerThreadgroup)
      implements Pipeline {}

  @Override
  public String device() {
    return DEVICE;
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
    return false;
  }

  /** The JVM's default limit for memory outside the heap. */
  @Override
  public long memoryBudgetBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  @Override
  public long compileCount() {
    return 0;
  }

  @Override
  public Memory allocate(long lengthBytes) {
    return new ReferenceMemory(lengthBytes);
  }

  @Override
  public Memory wrap(MemorySegment memory) {
    return new ReferenceMemory(memory);
  }

  @Override
  public @Nullable String indirectRefusal(KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return null;
  }

  @Override
  public Segment newSegment(List<SegmentCommand> commands, long constantBytes) {
    return new ReferenceSegment(commands, rows);
  }

  @Override
  public Pipeline makePipeline(
      PipelineKey key, KernelDeclaration declaration, @Nullable Implementation implementation) {
    return new ReferencePipeline(declaration, key, profile.threads().perThreadgroup());
  }

  @Override
  public Queue newQueue(String label) {
    return new ReferenceQueue(label, rows);
  }

  @Override
  public void close() {
    rows.close();
  }
}
