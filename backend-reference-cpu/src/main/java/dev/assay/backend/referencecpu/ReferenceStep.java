package dev.assay.backend.referencecpu;

import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.data.Elements;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** One thing that a submission does. */
sealed interface ReferenceStep permits ReferenceRun, ReferenceStep.Host {
  /** Names it in a failure. */
  String description();

  void execute();

  /** Host work on the memory itself. */
  record Host(List<DevicePort.HostRange> ranges, HostWork work, String description)
      implements ReferenceStep {
    @Override
    public void execute() {
      work.run(ranges.stream().map(Host::elements).toList());
    }

    private static Elements elements(DevicePort.HostRange range) {
      MemorySegment memory =
          ((ReferenceMemory) range.memory()).segment(range.offsetBytes(), range.lengthBytes());
      return Elements.over(range.dtype(), range.access().writes() ? memory : memory.asReadOnly());
    }
  }
}
