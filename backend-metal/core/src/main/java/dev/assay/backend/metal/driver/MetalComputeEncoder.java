package dev.assay.backend.metal.driver;

import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import org.apiguardian.api.API;

/**
 * Encodes dispatches ({@code MTLComputeCommandEncoder}); used by one thread at a time. Everything a dispatch reads is set
 * after the pipeline of the dispatch.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalComputeEncoder {
  /** The pipeline of what follows. */
  void setPipeline(MetalPipeline pipeline);

  /** Binds {@code lengthBytes} from {@code offsetBytes} on, to be used as {@code access} says. */
  void setBuffer(MetalBuffer buffer, long offsetBytes, long lengthBytes, Access access, int index);

  /** Copies the first {@code lengthBytes}, at most 4,096, and binds the copy. */
  void setBytes(MemorySegment bytes, long lengthBytes, int index);

  /** Gives a threadgroup argument its length, a multiple of 16. */
  void setThreadgroupMemoryLength(int lengthBytes, int index);

  /** Names the next dispatch in failures and captures. */
  void label(String text);

  /** Dispatches a grid of threads or of threadgroups, as its form says; nothing in it is zero. */
  void dispatch(Grid grid);

  /** What follows sees what was written before ({@code memoryBarrierWithScope:} over buffers). */
  void memoryBarrier();

  /** Executes the commands {@code from} to before {@code to}. */
  void executeCommands(MetalIndirectCommandBuffer commands, int from, int to);

  /** Ends it; nothing more is encoded. */
  void endEncoding();
}
