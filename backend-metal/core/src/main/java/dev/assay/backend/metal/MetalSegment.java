package dev.assay.backend.metal;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.support.DevicePort;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.data.Bytes;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Commands of an indirect command buffer, with one buffer for all their constants: they have no inline bytes. */
final class MetalSegment implements DevicePort.Segment {
  /** What a constant's place is bound to, so that writing its value again binds nothing. */
  private static final long UNBOUND = -1;

  private final List<MetalPipelineState> pipelines;
  private final MetalIndirectCommandBuffer commands;
  private final @Nullable MetalBuffer constants;
  private final long[][] constantOffsets;

  MetalSegment(MetalDriver driver, List<DevicePort.SegmentCommand> planned, long constantBytes) {
    this.pipelines = planned.stream()
        .map(command -> (MetalPipelineState) command.pipeline())
        .toList();
    int bindings =
        pipelines.stream().mapToInt(pipeline -> pipeline.entry().bufferTable()).max().orElse(0);
    this.constantOffsets = new long[planned.size()][];
    this.constants = constantBytes == 0 ? null : driver.newBuffer(constantBytes);
    try {
      this.commands = driver.newIndirectCommandBuffer(
          pipelines.stream().map(MetalPipelineState::pipeline).toList(), bindings);
    } catch (Throwable refused) {
      releaseConstants();
      throw refused;
    }
    try {
      for (int i = 0; i < planned.size(); i++) {
        set(i, planned.get(i));
      }
    } catch (Throwable refused) {
      release();
      throw refused;
    }
  }

  private void set(int command, DevicePort.SegmentCommand planned) {
    EntryPoint entry = pipelines.get(command).entry();
    constantOffsets[command] = new long[entry.places()];
    Arrays.fill(constantOffsets[command], UNBOUND);
    Grid grid = Objects.requireNonNull(planned.grid());
    for (int i = 0; i < grid.threadgroupMemoryBytes().size(); i++) {
      commands.setThreadgroupMemoryLength(command, grid.threadgroupMemoryBytes().get(i),
          entry.threadgroupIndex(i));
    }
    if (planned.barrierBefore()) {
      commands.setBarrier(command);
    }
    commands.dispatch(command, grid, planned.description());
  }

  MetalIndirectCommandBuffer commands() {
    return commands;
  }

  @Override
  public void setBuffer(int command, int parameter, DevicePort.Memory memory, long offsetBytes,
      long lengthBytes, Access access) {
    commands.setBuffer(command, ((MetalMemory) memory).buffer(), offsetBytes, lengthBytes, access,
        index(command, parameter));
  }

  @Override
  public void setConstant(int command, int parameter, long offsetBytes, MemorySegment packed,
      long lengthBytes) {
    MetalBuffer buffer = Objects.requireNonNull(constants);
    Bytes.copy(packed, 0, buffer.contents(), offsetBytes, lengthBytes);
    if (constantOffsets[command][parameter] != offsetBytes) {
      constantOffsets[command][parameter] = offsetBytes;
      commands.setBuffer(command, buffer, offsetBytes, lengthBytes, Access.READ,
          index(command, parameter));
    }
  }

  private int index(int command, int parameter) {
    return pipelines.get(command).entry().index(parameter);
  }

  @Override
  public void release() {
    commands.release();
    releaseConstants();
  }

  private void releaseConstants() {
    if (constants != null) {
      constants.release();
    }
  }
}
