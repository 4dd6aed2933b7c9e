package dev.assay.backend.metal.driver;

import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Access;
import java.util.List;
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

  /**
   * Encodes a call of a library, as a kernel of Metal Performance Shaders does with {@code encodeToCommandBuffer:}. No
   * encoder is open. The routine sees what was encoded before, and what follows sees what it wrote.
   *
   * @param ranges what it works on, in the order that the call knows
   * @param label names the call in failures and captures
   */
  default void library(LibraryCall call, List<LibraryRange> ranges, String label) {
    throw new UnsupportedOperationException("the driver refuses every call of a library");
  }

  /** Starts the work and returns; {@code completion} is called once, from any thread, when it has ended. */
  void commit(Completion completion);

  /** Gives it back without running it; an open encoder is ended. */
  void discard();

  /** Elements of a buffer that a call of a library works on, to be used as {@code access} says. */
  record LibraryRange(
      MetalBuffer buffer,
      DType dtype,
      long offsetBytes,
      long lengthBytes,
      Access access) {}

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
