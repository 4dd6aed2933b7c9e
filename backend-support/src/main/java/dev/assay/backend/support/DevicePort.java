package dev.assay.backend.support;

import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Implementation;
import dev.assay.spi.kernel.KernelDeclaration;
import java.lang.foreign.MemorySegment;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * All that a device must be able to do. The caller has checked everything before it calls: a port neither validates nor
 * defends. Methods of the port itself may be called from any thread; an encoder is used by one thread at a time.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface DevicePort extends AutoCloseable {
  /** What the work runs on, in words for a person. */
  String device();

  /** The limits that dispatches are checked against before they reach the port. */
  DeviceProfile profile();

  /** The language of the implementations that are chosen for it, such as {@link Implementation#MSL}. */
  String language();

  /** Whether it can run a kernel only through an implementation in its language, or has another way. */
  boolean needsImplementation();

  /** The most bytes that all memory of this device may take together. */
  long memoryBudgetBytes();

  /** The number of compiler runs so far. */
  long compileCount();

  /** New memory of {@code lengthBytes}, at least 1; its content is undefined. */
  Memory allocate(long lengthBytes);

  /**
   * Makes a pipeline; called once per key.
   *
   * @param implementation what to make it from, null only where no implementation is needed
   */
  Pipeline makePipeline(PipelineKey key, KernelDeclaration declaration,
      @Nullable Implementation implementation);

  /** A new queue; what is committed to it runs in order. */
  Queue newQueue(String label);

  /** Releases the device; everything made by it has been released before. */
  @Override
  void close();

  /** Device memory. */
  interface Memory {
    /** Copies out to the host. */
    void read(long offsetBytes, MemorySegment target);

    /** Copies in from the host. */
    void write(long offsetBytes, MemorySegment source);

    /** Gives the memory back; nothing in flight uses it. */
    void release();
  }

  /** A kernel made ready. */
  interface Pipeline {
    /** The most threads of one threadgroup for this pipeline. */
    int threadsPerThreadgroup();
  }

  /** Work in order. After a failure, what was committed later fails too, without running. */
  interface Queue {
    /** Starts a submission. */
    Encoder encoder(String label);

    /** Releases the queue; nothing is in flight. */
    void release();
  }

  /** One submission in the making: bindings are set by the parameter's place in the declaration, then dispatched. */
  interface Encoder {
    /** The pipeline of the next dispatch. */
    void setPipeline(Pipeline pipeline);

    /** Binds the declared range of a buffer parameter. */
    void setBuffer(int parameter, Memory memory, long offsetBytes, long lengthBytes, Access access);

    /** Binds a constant parameter. */
    void setConstant(int parameter, StructValue value);

    /**
     * Runs the pipeline on what is bound, after everything before it.
     *
     * @param grid the geometry, null where the pipeline has no implementation
     * @param description names dispatch and kernel in a failure
     */
    void dispatch(@Nullable Grid grid, String description);

    /** Starts the work and returns at once; {@code completion} is called once, from any thread. */
    void commit(Completion completion);

    /** Drops the work. */
    void discard();
  }

  /** How a submission ended. */
  interface Completion {
    /** It ran to the end, in this time on the device. */
    void completed(long deviceNanos);

    /**
     * It failed.
     *
     * @param dispatch the description of the dispatch that failed, or null where the device does not know
     * @param cause what happened
     */
    void failed(@Nullable String dispatch, Throwable cause);
  }
}
