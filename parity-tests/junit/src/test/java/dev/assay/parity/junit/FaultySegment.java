package dev.assay.parity.junit;

import dev.assay.backend.support.DevicePort;
import dev.assay.parity.junit.FaultyPort.FaultyPipeline;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Commands that are replayed with one call. */
final class FaultySegment implements DevicePort.Segment {
  private final List<DevicePort.SegmentCommand> commands;
  private final List<FaultyCommand> bound;
  private final Fault fault;
  private boolean hasRun;

  FaultySegment(List<DevicePort.SegmentCommand> commands, Fault fault) {
    this.commands = commands;
    this.bound = commands.stream()
        .map(command -> new FaultyCommand((FaultyPipeline) command.pipeline(), fault))
        .toList();
    this.fault = fault;
  }

  @Override
  public void setBuffer(int command, int parameter, DevicePort.Memory memory, long offsetBytes,
      long lengthBytes, Access access) {
    bound.get(command).bind(parameter, memory, offsetBytes, lengthBytes);
  }

  @Override
  public void setConstant(int command, int parameter, long offsetBytes, MemorySegment packed,
      long lengthBytes) {
    bound.get(command).bind(parameter, packed, lengthBytes);
  }

  void run(int from, int to) {
    if (fault == Fault.SEGMENTS_RUN_ONCE && hasRun) {
      return;
    }
    hasRun = true;
    int first = fault == Fault.SEGMENTS_IGNORE_THE_RANGE ? 0 : from;
    int end = fault == Fault.SEGMENTS_IGNORE_THE_RANGE ? bound.size()
        : fault == Fault.SEGMENTS_LOSE_THE_LAST_COMMAND ? to - 1
        : to;
    Overlap overlap = new Overlap();
    for (int i = first; i < end; i++) {
      if (commands.get(i).barrierBefore() && fault != Fault.SEGMENTS_IGNORE_BARRIERS) {
        overlap.barrier();
      }
      overlap.add(bound.get(i)::run);
    }
    overlap.barrier();
  }

  @Override
  public void release() {}
}
