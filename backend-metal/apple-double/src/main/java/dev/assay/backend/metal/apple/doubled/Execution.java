package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalDriver;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.backend.metal.driver.recording.MetalCall;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Does with the host driver what Metal was told, each binding with the length and access that the port gave it. Used by
 * one thread at a time.
 */
final class Execution {
  private final MetalDriver host;
  private final Handles handles;
  private final MetalCommandBuffer commandBuffer;
  private final List<MetalIndirectCommandBuffer> indirect = new ArrayList<>();
  private @Nullable MetalComputeEncoder open;

  /** Into this command buffer of the host driver. */
  Execution(MetalDriver host, Handles handles, MetalCommandBuffer commandBuffer) {
    this.host = host;
    this.handles = handles;
    this.commandBuffer = commandBuffer;
  }

  /** Indirect command buffers that were made for it; released when it has ended. */
  List<MetalIndirectCommandBuffer> indirect() {
    return indirect;
  }

  /**
   * Encodes everything but the commit.
   *
   * @param told by messages
   * @param given the same calls as the port was given them
   */
  void encode(List<Told> told, List<MetalCall> given) {
    for (int i = 0; i < told.size() - 1; i++) {
      encode(told.get(i), given.get(i));
    }
  }

  private MetalComputeEncoder encoder() {
    MetalComputeEncoder encoder = open;
    if (encoder == null) {
      encoder = commandBuffer.computeEncoder();
      open = encoder;
    }
    return encoder;
  }

  private void encode(Told told, MetalCall given) {
    MetalComputeEncoder encoder = encoder();
    switch (told.call()) {
      case MetalCall.SetPipeline set ->
          encoder.setPipeline(handles.get(told.handle(), MetalPipeline.class));
      case MetalCall.SetBuffer set -> {
        MetalCall.SetBuffer full = (MetalCall.SetBuffer) given;
        encoder.setBuffer(handles.get(told.handle(), MetalBuffer.class), set.offsetBytes(),
            full.lengthBytes(), full.access(), set.index());
      }
      case MetalCall.SetBytes set -> {
        byte[] bytes = new byte[set.bytes().size()];
        IntStream.range(0, bytes.length).forEach(i -> bytes[i] = set.bytes().get(i));
        encoder.setBytes(MemorySegment.ofArray(bytes), bytes.length, set.index());
      }
      case MetalCall.SetThreadgroupMemoryLength set ->
          encoder.setThreadgroupMemoryLength(set.lengthBytes(), set.index());
      case MetalCall.Dispatch dispatch -> {
        if (!told.label().isEmpty()) {
          encoder.label(told.label());
        }
        encoder.dispatch(((MetalCall.Dispatch) given).grid());
      }
      case MetalCall.Barrier barrier -> encoder.memoryBarrier();
      case MetalCall.ExecuteCommands execution -> {
        MetalIndirectCommandBuffer commands =
            commands(told.commands(), ((MetalCall.ExecuteCommands) given).commands());
        encoder.executeCommands(commands, 0, told.commands().size());
      }
      case MetalCall.EndEncoding end -> {
        encoder.endEncoding();
        open = null;
      }
      case MetalCall.Library call ->
          throw new IllegalStateException("the Apple driver takes no calls of a library");
      case MetalCall.Commit commit -> throw new IllegalStateException("a commit in the middle");
    }
  }

  /** Made anew for each execution, from what Metal's commands are at this moment. */
  private MetalIndirectCommandBuffer commands(List<List<Told>> told,
      List<List<MetalCall>> given) {
    List<MetalPipeline> pipelines = told.stream().map(this::pipeline).toList();
    int bindings = told.stream()
        .flatMap(List::stream)
        .mapToInt(each -> each.call() instanceof MetalCall.SetBuffer set ? set.index() + 1 : 1)
        .max()
        .orElse(1);
    MetalIndirectCommandBuffer commands = host.newIndirectCommandBuffer(pipelines, bindings);
    indirect.add(commands);
    for (int command = 0; command < told.size(); command++) {
      for (int i = 0; i < told.get(command).size(); i++) {
        set(commands, command, told.get(command).get(i), given.get(command).get(i));
      }
    }
    return commands;
  }

  private MetalPipeline pipeline(List<Told> command) {
    return command.stream()
        .filter(each -> each.call() instanceof MetalCall.SetPipeline)
        .map(each -> handles.get(each.handle(), MetalPipeline.class))
        .findFirst()
        .orElseThrow();
  }

  private void set(MetalIndirectCommandBuffer commands, int command, Told told,
      MetalCall given) {
    switch (told.call()) {
      case MetalCall.SetBuffer set -> {
        MetalCall.SetBuffer full = (MetalCall.SetBuffer) given;
        commands.setBuffer(command, handles.get(told.handle(), MetalBuffer.class),
            set.offsetBytes(), full.lengthBytes(), full.access(), set.index());
      }
      case MetalCall.SetThreadgroupMemoryLength set ->
          commands.setThreadgroupMemoryLength(command, set.lengthBytes(), set.index());
      case MetalCall.Barrier barrier -> commands.setBarrier(command);
      case MetalCall.Dispatch dispatch ->
          commands.dispatch(command,
              ((MetalCall.Dispatch) given).grid(), "command " + command);
      case MetalCall.SetPipeline pipeline -> {
        // Given when the commands were made.
      }
      default -> throw new IllegalStateException(told.call() + " in an indirect command");
    }
  }
}
