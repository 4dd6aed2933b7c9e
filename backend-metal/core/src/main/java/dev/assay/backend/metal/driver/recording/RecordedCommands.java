package dev.assay.backend.metal.driver.recording;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.recording.RecordingDriver.RecordedBuffer;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Indirect commands and what is set in each at present; changed by one thread at a time. */
final class RecordedCommands implements MetalIndirectCommandBuffer {
  private final MetalIndirectCommandBuffer commands;
  private final List<Command> states;

  /** What is set in one command. */
  private static final class Command {
    final String pipeline;
    final Map<Integer, MetalCall> buffers = new TreeMap<>();
    final Map<Integer, MetalCall> threadgroupLengths = new TreeMap<>();
    final List<MetalCall> dispatch = new ArrayList<>();
    boolean barrier;

    Command(String pipeline) {
      this.pipeline = pipeline;
    }

    List<MetalCall> calls() {
      List<MetalCall> calls = new ArrayList<>();
      if (barrier) {
        calls.add(new MetalCall.Barrier());
      }
      calls.add(new MetalCall.SetPipeline(pipeline));
      calls.addAll(buffers.values());
      calls.addAll(threadgroupLengths.values());
      calls.addAll(dispatch);
      return List.copyOf(calls);
    }
  }

  RecordedCommands(List<String> pipelines, MetalIndirectCommandBuffer commands) {
    this.commands = commands;
    this.states = pipelines.stream().map(Command::new).toList();
  }

  MetalIndirectCommandBuffer commands() {
    return commands;
  }

  MetalCall.ExecuteCommands execution(int from, int to) {
    return new MetalCall.ExecuteCommands(from, to,
        states.subList(from, to).stream().map(Command::calls).toList());
  }

  @Override
  public void setBuffer(int command, MetalBuffer buffer, long offsetBytes, long lengthBytes,
      Access access, int index) {
    RecordedBuffer recorded = (RecordedBuffer) buffer;
    states.get(command).buffers.put(index,
        new MetalCall.SetBuffer(index, recorded.number(), offsetBytes, lengthBytes, access));
    commands.setBuffer(command, recorded.buffer(), offsetBytes, lengthBytes, access, index);
  }

  @Override
  public void setThreadgroupMemoryLength(int command, int lengthBytes, int index) {
    states.get(command).threadgroupLengths.put(index,
        new MetalCall.SetThreadgroupMemoryLength(index, lengthBytes));
    commands.setThreadgroupMemoryLength(command, lengthBytes, index);
  }

  @Override
  public void setBarrier(int command) {
    states.get(command).barrier = true;
    commands.setBarrier(command);
  }

  @Override
  public void dispatch(int command, Grid grid, String label) {
    List<MetalCall> dispatch = states.get(command).dispatch;
    dispatch.clear();
    dispatch.add(new MetalCall.Dispatch(grid));
    commands.dispatch(command, grid, label);
  }

  @Override
  public void release() {
    commands.release();
  }
}
