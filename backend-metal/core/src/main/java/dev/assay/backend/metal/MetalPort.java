package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalFunction;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.support.DevicePort;
import dev.assay.msl.reader.model.MslKernel;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import dev.assay.spi.kernel.KernelSource;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The device port of every Metal driver. */
final class MetalPort implements DevicePort {
  /** The most commands that one call executes; others' drivers stop there. */
  private static final int MOST_COMMANDS = 16_384;

  private final MetalDriver driver;
  private final LibraryCache libraries;

  /** A port over this driver, which it owns. */
  MetalPort(MetalDriver driver) {
    this.driver = driver;
    this.libraries = new LibraryCache(driver);
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
  public String language() {
    return Implementation.MSL;
  }

  @Override
  public boolean needsImplementation() {
    return true;
  }

  @Override
  public boolean isCpu() {
    return driver.isCpu();
  }

  @Override
  public long memoryBudgetBytes() {
    return driver.memoryBudgetBytes();
  }

  @Override
  public long compileCount() {
    return driver.compileCount();
  }

  @Override
  public Memory allocate(long lengthBytes) {
    return new MetalMemory(driver.newBuffer(lengthBytes));
  }

  @Override
  public Memory wrap(MemorySegment memory) {
    return new MetalMemory(driver.newBuffer(memory));
  }

  @Override
  public Pipeline makePipeline(PipelineKey key, KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return make(key, declaration, Objects.requireNonNull(implementation));
  }

  private MetalPipelineState make(PipelineKey key, KernelDeclaration declaration,
      Implementation implementation) {
    SourceLibrary library = libraries.use(implementation.source(), implementation.mathMode());
    try {
      MslKernel kernel = library.kernel(implementation.entryPoint());
      if (!declaration.isRaw()) {
        EntryPointCheck.requireEqual(declaration, implementation, kernel);
      }
      return make(key.toString(), new EntryPoint(declaration, kernel, key.functionConstants()),
          library, key.indirect());
    } catch (Throwable refused) {
      library.leave();
      throw refused;
    }
  }

  private MetalPipelineState make(String label, EntryPoint entry, SourceLibrary library,
      boolean indirect) {
    MetalFunction function = library.library().newFunction(entry.name(), entry.constants());
    try {
      MetalPipeline pipeline = driver.newPipeline(label, function, indirect);
      return checked(new MetalPipelineState(entry, pipeline, library));
    } finally {
      function.release();
    }
  }

  @Override
  public KernelDeclaration declare(KernelSource source, String entryPoint) {
    SourceLibrary library = libraries.use(source, MathMode.SAFE);
    try {
      return RawDeclaration.of(library.kernel(entryPoint));
    } finally {
      library.leave();
    }
  }

  private static MetalPipelineState checked(MetalPipelineState state) {
    try {
      state.entry().requireReflected(state.pipeline().bindings());
    } catch (Throwable refused) {
      state.pipeline().release();
      throw refused;
    }
    return state;
  }

  @Override
  public int mostSegmentCommands() {
    return MOST_COMMANDS;
  }

  @Override
  public @Nullable String indirectRefusal(KernelDeclaration declaration,
      @Nullable Implementation implementation) {
    return driver.indirectRefusal();
  }

  @Override
  public @Nullable String libraryRefusal(LibraryCall call) {
    return driver.libraryRefusal(call);
  }

  @Override
  public boolean needsIndirectPipelines() {
    return true;
  }

  @Override
  public Segment newSegment(List<SegmentCommand> commands, long constantBytes) {
    return new MetalSegment(driver, commands, constantBytes);
  }

  @Override
  public Queue newQueue(String label) {
    return new MetalWorkQueue(driver, label);
  }

  @Override
  public void close() {
    driver.close();
  }
}
