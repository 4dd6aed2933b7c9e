package dev.assay.backend.metal.driver;

import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import org.apiguardian.api.API;

/**
 * Commands that are written once and executed many times ({@code MTLIndirectCommandBuffer}). A command is changed only
 * while no execution of it is encoded or in flight. Pipelines are those given when it was made; there are no inline
 * bytes.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalIndirectCommandBuffer {
  /** Binds a range of a buffer, constants included, for a command. */
  void setBuffer(int command, MetalBuffer buffer, long offsetBytes, long lengthBytes, Access access,
      int index);

  /** Gives a threadgroup argument of a command its length, a multiple of 16. */
  void setThreadgroupMemoryLength(int command, int lengthBytes, int index);

  /** Makes a command wait for those before it. */
  void setBarrier(int command);

  /** The geometry of a command, and its name in failures. */
  void dispatch(int command, Grid grid, String label);

  /** Gives it back; no execution of it is in flight. */
  void release();
}
