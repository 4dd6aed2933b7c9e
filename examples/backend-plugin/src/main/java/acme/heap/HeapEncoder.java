package acme.heap;

import acme.heap.HeapPort.HeapPipeline;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

// snippet: encoder
/** One submission in the making. Bindings are kept for the dispatch that follows them. */
final class HeapEncoder implements DevicePort.Encoder {
  private final HeapQueue queue;
  private final List<HeapQueue.Step> steps = new ArrayList<>();
  private HeapCommand next;

  HeapEncoder(HeapQueue queue) {
    this.queue = queue;
  }

  @Override
  public void setPipeline(DevicePort.Pipeline pipeline) {
    next = new HeapCommand((HeapPipeline) pipeline);
  }

  @Override
  public void setBuffer(int parameter, DevicePort.Memory memory, long offsetBytes,
      long lengthBytes, Access access) {
    next.bind(parameter, memory, offsetBytes, lengthBytes);
  }

  @Override
  public void setConstant(int parameter, MemorySegment packed, long lengthBytes) {
    next.bind(parameter, packed, lengthBytes);
  }

  @Override
  public void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes) {
    setConstant(parameter, packed, lengthBytes);
  }

  @Override
  public void dispatch(Grid grid, String description) {
    steps.add(new HeapQueue.Step(description, next::run));
  }

  @Override
  public void barrier() {
    // Steps run one after the other.
  }

  @Override
  public void host(List<DevicePort.HostRange> ranges, HostWork work, String description) {
    List<Elements> elements = ranges.stream()
        .map(range -> Elements.over(range.dtype(),
            ((HeapMemory) range.memory()).range(range.offsetBytes(), range.lengthBytes())))
        .toList();
    steps.add(new HeapQueue.Step(description, () -> work.run(elements)));
  }

  @Override
  public void execute(DevicePort.Segment segment, int from, int to) {
    steps.add(new HeapQueue.Step("segment", () -> ((HeapSegment) segment).run(from, to)));
  }

  @Override
  public void commit(DevicePort.Completion completion) {
    queue.commit(steps, completion);
  }

  @Override
  public void discard() {
    steps.clear();
  }
}
// end
