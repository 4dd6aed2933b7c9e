package dev.assay.backend.metal.driver;

import dev.assay.msl.reader.MslSource;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.kernel.MathMode;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** A Metal device ({@code MTLDevice}). */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalDriver extends AutoCloseable {
  /** What runs the work and through which driver, in words for a person. */
  String device();

  /** The limits of the device. */
  DeviceProfile profile();

  /** The most bytes that all buffers together may take. */
  long memoryBudgetBytes();

  /** Whether a CPU runs the text, which is best served by implementations that say so. */
  default boolean isCpu() {
    return false;
  }

  /** The number of compiler runs so far; what a cache on disk holds already is none. */
  long compileCount();

  /**
   * Whether {@link MetalComputeEncoder#label} is worth calling: the texts end up in failures or in a capture of the
   * device's tools.
   */
  boolean usesLabels();

  /**
   * Compiles a text ({@code newLibraryWithSource}).
   *
   * @throws dev.assay.spi.error.InvalidInputException carrying what the compiler says, by part and line
   */
  MetalLibrary newLibrary(String label, MslSource source, MathMode mathMode);

  /**
   * Makes a function ready to run ({@code newComputePipelineStateWithDescriptor}).
   *
   * @param indirect whether commands of an indirect command buffer may use it, which has to be known before it is made
   */
  MetalPipeline newPipeline(String label, MetalFunction function, boolean indirect);

  /**
   * Memory that device and host share ({@code newBufferWithLength}); its content is whatever was there.
   *
   * @throws dev.assay.spi.error.ResourceException where the device has no room for it
   */
  MetalBuffer newBuffer(long lengthBytes);

  /**
   * A buffer over memory of the host ({@code newBufferWithBytesNoCopy}); releasing it leaves the memory alone.
   *
   * @throws dev.assay.spi.error.UnavailableException where the device cannot take memory at this address or of this size
   */
  MetalBuffer newBuffer(MemorySegment memory);

  /** A queue that has room for so many command buffers which were made and have not completed. */
  MetalQueue newQueue(String label, int commandBuffers);

  /** Why the device has no indirect command buffers, or null where it has. */
  @Nullable
  String indirectRefusal();

  /** Why {@link MetalCommandBuffer#library} cannot take this call, or null where it can. */
  default @Nullable String libraryRefusal(LibraryCall call) {
    return device() + " has no library of its own";
  }

  /**
   * Room for commands that are executed with one call.
   *
   * @param pipelines the pipeline of each command in order
   * @param bindings the most buffer bindings of one of them, which is one more than the highest index
   */
  MetalIndirectCommandBuffer newIndirectCommandBuffer(List<MetalPipeline> pipelines, int bindings);

  /** Releases the device. Everything made by it was released before. */
  @Override
  void close();
}
