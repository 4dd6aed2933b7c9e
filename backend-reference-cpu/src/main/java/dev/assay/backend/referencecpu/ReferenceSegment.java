package dev.assay.backend.referencecpu;

import dev.assay.backend.referencecpu.ReferencePort.ReferencePipeline;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A segment of the reference: its commands as runs, ready to be executed again and again. */
final class ReferenceSegment implements DevicePort.Segment {
  private final List<ReferenceRun> runs;

  ReferenceSegment(List<DevicePort.SegmentCommand> commands, RowRunner rows) {
    this.runs = commands.stream()
        .map(command -> new ReferenceRun((ReferencePipeline) command.pipeline(), rows)
            .described(command.description()))
        .toList();
  }

  List<ReferenceRun> runs(int from, int to) {
    return runs.subList(from, to);
  }

  @Override
  public void setBuffer(
      int command, int parameter, DevicePort.Memory memory, long offsetBytes, long lengthBytes,
      Access access) {
    runs.get(command).bind(parameter, (ReferenceMemory) memory, offsetBytes, lengthBytes, access);
  }

  @Override
  public void setConstant(int command, int parameter, long offsetBytes, MemorySegment packed,
      long lengthBytes) {
    runs.get(command).bind(parameter, packed, lengthBytes);
  }

  @Override
  public void release() {}
}
