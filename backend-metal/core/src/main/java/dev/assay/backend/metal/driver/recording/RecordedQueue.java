package dev.assay.backend.metal.driver.recording;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.MetalQueue;
import dev.assay.backend.metal.driver.recording.RecordingDriver.RecordedBuffer;
import dev.assay.backend.metal.driver.recording.RecordingDriver.RecordedPipeline;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A queue whose command buffers and encoders are recorded.
 *
 * @param recording where calls are kept
 * @param queue the other driver's
 */
record RecordedQueue(RecordingDriver recording, MetalQueue queue) implements MetalQueue {
  @Override
  public MetalCommandBuffer commandBuffer(String label) {
    return new RecordedCommandBuffer(recording, queue.commandBuffer(label), new ArrayList<>());
  }

  @Override
  public void release() {
    queue.release();
  }

  /** What it is told goes into a list of its own, too. */
  private record RecordedCommandBuffer(
      RecordingDriver recording,
      MetalCommandBuffer commandBuffer,
      List<MetalCall> told) implements MetalCommandBuffer {
    @Override
    public MetalComputeEncoder computeEncoder() {
      return new RecordedEncoder(recording, commandBuffer.computeEncoder(), told);
    }

    @Override
    public void library(LibraryCall call, List<LibraryRange> ranges, String label) {
      recording.add(new MetalCall.Library(call.routine(), ranges.stream()
          .map(range -> new MetalCall.Range(((RecordedBuffer) range.buffer()).number(),
              range.offsetBytes(), range.lengthBytes(), range.access()))
          .toList()), told);
      commandBuffer.library(call, ranges.stream()
          .map(range -> new LibraryRange(((RecordedBuffer) range.buffer()).buffer(),
              range.dtype(), range.offsetBytes(), range.lengthBytes(), range.access()))
          .toList(), label);
    }

    @Override
    public void commit(Completion completion) {
      recording.add(new MetalCall.Commit(), told);
      recording.committing(told);
      commandBuffer.commit(completion);
    }

    @Override
    public void discard() {
      commandBuffer.discard();
    }
  }

  private record RecordedEncoder(
      RecordingDriver recording,
      MetalComputeEncoder encoder,
      List<MetalCall> told) implements MetalComputeEncoder {
    private void add(MetalCall call) {
      recording.add(call, told);
    }

    @Override
    public void setPipeline(MetalPipeline pipeline) {
      RecordedPipeline recorded = (RecordedPipeline) pipeline;
      add(new MetalCall.SetPipeline(recorded.label()));
      encoder.setPipeline(recorded.pipeline());
    }

    @Override
    public void setBuffer(MetalBuffer buffer, long offsetBytes, long lengthBytes, Access access,
        int index) {
      RecordedBuffer recorded = (RecordedBuffer) buffer;
      add(
          new MetalCall.SetBuffer(index, recorded.number(), offsetBytes, lengthBytes, access));
      encoder.setBuffer(recorded.buffer(), offsetBytes, lengthBytes, access, index);
    }

    @Override
    public void setBytes(MemorySegment bytes, long lengthBytes, int index) {
      add(new MetalCall.SetBytes(index, list(bytes.asSlice(0, lengthBytes))));
      encoder.setBytes(bytes, lengthBytes, index);
    }

    private static List<Byte> list(MemorySegment bytes) {
      List<Byte> list = new ArrayList<>();
      for (byte each : bytes.toArray(ValueLayout.JAVA_BYTE)) {
        list.add(each);
      }
      return List.copyOf(list);
    }

    @Override
    public void setThreadgroupMemoryLength(int lengthBytes, int index) {
      add(new MetalCall.SetThreadgroupMemoryLength(index, lengthBytes));
      encoder.setThreadgroupMemoryLength(lengthBytes, index);
    }

    @Override
    public void label(String text) {
      encoder.label(text);
    }

    @Override
    public void dispatch(Grid grid) {
      add(new MetalCall.Dispatch(grid));
      encoder.dispatch(grid);
    }

    @Override
    public void memoryBarrier() {
      add(new MetalCall.Barrier());
      encoder.memoryBarrier();
    }

    @Override
    public void executeCommands(MetalIndirectCommandBuffer commands, int from, int to) {
      RecordedCommands recorded = (RecordedCommands) commands;
      // First, so that a range which the driver refuses is refused in its words.
      encoder.executeCommands(recorded.commands(), from, to);
      add(recorded.execution(from, to));
    }

    @Override
    public void endEncoding() {
      add(new MetalCall.EndEncoding());
      encoder.endEncoding();
    }
  }
}
