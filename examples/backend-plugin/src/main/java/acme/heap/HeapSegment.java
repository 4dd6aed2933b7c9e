package acme.heap;

import acme.heap.HeapPort.HeapPipeline;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.List;

// snippet: segment
/** Commands that are replayed; like those of a GPU they are read when they run, not when they are encoded. */
final class HeapSegment implements DevicePort.Segment {
  private final List<HeapCommand> commands;

  HeapSegment(List<DevicePort.SegmentCommand> commands) {
    this.commands = commands.stream()
        .map(command -> new HeapCommand((HeapPipeline) command.pipeline()))
        .toList();
  }

  @Override
  public void setBuffer(int command, int parameter, DevicePort.Memory memory, long offsetBytes,
      long lengthBytes, Access access) {
    commands.get(command).bind(parameter, memory, offsetBytes, lengthBytes);
  }

  @Override
  public void setConstant(int command, int parameter, long offsetBytes, MemorySegment packed,
      long lengthBytes) {
    commands.get(command).bind(parameter, packed, lengthBytes);
  }

  void run(int from, int to) {
    commands.subList(from, to).forEach(HeapCommand::run);
  }

  @Override
  public void release() {
    // The garbage collector does it.
  }
}
// end
