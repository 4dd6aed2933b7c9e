package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a submission into one compute encoder, or one for each stretch between opaque steps. When that has completed the
 * queue gives both out again.
 */
final class MetalWorkEncoder implements DevicePort.Encoder {
  private final MetalWorkQueue queue;
  private final MetalDriver driver;
  private final boolean labels;
  private final MetalSubmission submission;
  private String label = "";
  private @Nullable MetalCommandBuffer commandBuffer;
  private @Nullable MetalComputeEncoder encoder;
  private @Nullable EntryPoint entry;

  MetalWorkEncoder(MetalWorkQueue queue, MetalDriver driver) {
    this.queue = queue;
    this.driver = driver;
    this.labels = driver.usesLabels();
    this.submission = new MetalSubmission(queue, this);
  }

  /** For work of this name. */
  MetalWorkEncoder labelled(String name) {
    label = name;
    return this;
  }

  private MetalComputeEncoder encoder() {
    MetalComputeEncoder open = encoder;
    if (open == null) {
      open = commandBuffer().computeEncoder();
      encoder = open;
    }
    return open;
  }

  private MetalCommandBuffer commandBuffer() {
    MetalCommandBuffer open = commandBuffer;
    if (open == null) {
      open = queue.commandBuffer(label);
      submission.add(open);
      commandBuffer = open;
    }
    return open;
  }

  @Override
  public void setPipeline(DevicePort.Pipeline pipeline) {
    MetalPipelineState state = (MetalPipelineState) pipeline;
    entry = state.entry();
    encoder().setPipeline(state.pipeline());
  }

  @Override
  public void setBuffer(int parameter, DevicePort.Memory memory, long offsetBytes,
      long lengthBytes, Access access) {
    encoder().setBuffer(((MetalMemory) memory).buffer(), offsetBytes, lengthBytes, access,
        entry().index(parameter));
  }

  @Override
  public void setConstant(int parameter, MemorySegment packed, long lengthBytes) {
    encoder().setBytes(packed, lengthBytes, entry().index(parameter));
  }

  @Override
  public void setLargeConstant(int parameter, MemorySegment packed, long lengthBytes) {
    MetalBuffer copy = driver.newBuffer(lengthBytes);
    submission.keep(copy);
    Bytes.copy(packed, 0, copy.contents(), 0, lengthBytes);
    encoder().setBuffer(copy, 0, lengthBytes, Access.READ, entry().index(parameter));
  }

  @Override
  public void dispatch(@Nullable Grid grid, String description) {
    Grid geometry = Objects.requireNonNull(grid);
    MetalComputeEncoder open = encoder();
    List<Integer> lengths = geometry.threadgroupMemoryBytes();
    for (int i = 0; i < lengths.size(); i++) {
      open.setThreadgroupMemoryLength(lengths.get(i), entry().threadgroupIndex(i));
    }
    if (labels) {
      open.label(description);
    }
    open.dispatch(geometry);
  }

  @Override
  public void barrier() {
    // Between encoders, and between command buffers of a queue, everything is ordered.
    if (encoder != null) {
      encoder.memoryBarrier();
    }
  }

  @Override
  public void host(List<DevicePort.HostRange> ranges, HostWork work, String description) {
    endStretch();
    submission.add(ranges, work, description);
  }

  @Override
  public void library(LibraryCall call, List<DevicePort.HostRange> ranges, String description) {
    endEncoding();
    commandBuffer().library(call, ranges.stream()
        .map(range -> new MetalCommandBuffer.LibraryRange(((MetalMemory) range.memory()).buffer(),
            range.dtype(), range.offsetBytes(), range.lengthBytes(), range.access()))
        .toList(), description);
  }

  @Override
  public void execute(DevicePort.Segment segment, int from, int to) {
    encoder().executeCommands(((MetalSegment) segment).commands(), from, to);
  }

  @Override
  public void commit(DevicePort.Completion completion) {
    try {
      endStretch();
    } catch (Throwable refused) {
      discard(refused);
      throw refused;
    }
    submission.submit(completion);
  }

  @Override
  public void discard() {
    submission.discard();
  }

  private void discard(Throwable refused) {
    try {
      submission.discard();
    } catch (RuntimeException further) {
      refused.addSuppressed(further);
    }
  }

  /** Closes the stretch; one that was never begun becomes an empty command buffer, which still keeps the order. */
  private void endStretch() {
    if (submission.isEmpty()) {
      encoder();
    }
    endEncoding();
    commandBuffer = null;
  }

  private void endEncoding() {
    if (encoder != null) {
      encoder.endEncoding();
      encoder = null;
      entry = null;
    }
  }

  private EntryPoint entry() {
    return Objects.requireNonNull(entry, "a pipeline is set first");
  }
}
