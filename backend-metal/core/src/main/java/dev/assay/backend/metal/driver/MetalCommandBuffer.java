package dev.assay.backend.metal.driver;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Work that is handed over as a whole ({@code MTLCommandBuffer}); used by one thread at a time. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalCommandBuffer {
  /**
   * Opens its encoder; one is open at a time. Dispatches between two of its barriers may overlap
   * ({@code MTLDispatchTypeConcurrent}).
   */
  MetalComputeEncoder computeEncoder();

  /** Starts the work and returns; {@code completion} is called once, from any thread, when it has ended. */
  void commit(Completion completion);

  /** Gives it back without running it; an open encoder is ended. */
  void discard();

  /** How a command buffer ended: its status, read after it has. */
  interface Completion {
    /** It ran to the end in so many nanoseconds of the device, 0 where the device measured none. */
    void completed(long deviceNanos);

    /**
     * It failed, and what was committed to the queue later fails too.
     *
     * @param label of the dispatch that failed, or null where the device does not know
     * @param cause what the device says
     */
    void failed(@Nullable String label, Throwable cause);
  }
}
