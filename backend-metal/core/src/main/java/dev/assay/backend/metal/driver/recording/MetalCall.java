package dev.assay.backend.metal.driver.recording;

import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A call that encodes or hands over work, without the identity of objects: pipelines by their label, buffers by the order
 * in which they were made, bytes by value. So two streams are equal when they do the same.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface MetalCall {
  /** The pipeline of what follows. */
  record SetPipeline(String pipeline) implements MetalCall {}

  /** A range of a buffer at an index. */
  record SetBuffer(int index, int buffer, long offsetBytes, long lengthBytes, Access access)
      implements MetalCall {}

  /** Inline bytes at an index. */
  record SetBytes(int index, List<Byte> bytes) implements MetalCall {}

  /** The length of a threadgroup argument. */
  record SetThreadgroupMemoryLength(int index, int lengthBytes) implements MetalCall {}

  /** A dispatch. */
  record Dispatch(Grid grid) implements MetalCall {}

  /** A barrier between dispatches, or in front of an indirect command. */
  record Barrier() implements MetalCall {}

  /** Commands of an indirect command buffer, as they are set at this moment. */
  record ExecuteCommands(int from, int to, List<List<MetalCall>> commands) implements MetalCall {
    /** Copies the list. */
    public ExecuteCommands {
      commands = List.copyOf(commands);
    }
  }

  /** A call of a library between encoders. */
  record Library(String routine, List<Range> ranges) implements MetalCall {
    /** Copies the list. */
    public Library {
      ranges = List.copyOf(ranges);
    }
  }

  /** A range of a buffer that a call of a library works on. */
  record Range(int buffer, long offsetBytes, long lengthBytes, Access access) {}

  /** The end of an encoder. */
  record EndEncoding() implements MetalCall {}

  /** The hand-over of a command buffer. */
  record Commit() implements MetalCall {}
}
