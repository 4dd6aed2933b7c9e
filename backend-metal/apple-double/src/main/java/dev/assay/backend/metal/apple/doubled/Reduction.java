package dev.assay.backend.metal.apple.doubled;

import dev.assay.backend.metal.driver.recording.MetalCall;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import java.util.ArrayList;
import java.util.List;

/**
 * Which messages to Metal stand for which call of the driver port, in their order:
 *
 * <table>
 * <caption>Messages and calls</caption>
 * <tr><td>{@code setComputePipelineState:}</td><td>{@link MetalCall.SetPipeline}</td></tr>
 * <tr><td>{@code setBuffer:offset:atIndex:}</td><td>{@link MetalCall.SetBuffer} without length and access</td></tr>
 * <tr><td>{@code setBytes:length:atIndex:}</td><td>{@link MetalCall.SetBytes}</td></tr>
 * <tr><td>{@code setThreadgroupMemoryLength:atIndex:}</td><td>{@link MetalCall.SetThreadgroupMemoryLength}</td></tr>
 * <tr><td>{@code dispatchThreads:…}, {@code dispatchThreadgroups:…}</td><td>{@link MetalCall.Dispatch}</td></tr>
 * <tr><td>{@code memoryBarrierWithScope:}</td><td>{@link MetalCall.Barrier}</td></tr>
 * <tr><td>{@code executeCommandsInBuffer:withRange:}</td><td>{@link MetalCall.ExecuteCommands}, the commands as they are
 * at the commit: barrier, pipeline, buffers, threadgroup memory, dispatch</td></tr>
 * <tr><td>{@code endEncoding}</td><td>{@link MetalCall.EndEncoding}</td></tr>
 * <tr><td>{@code commit}</td><td>{@link MetalCall.Commit}</td></tr>
 * </table>
 *
 * No call stands for: {@code useResource:usage:}, {@code waitForFence:}, {@code updateFence:}; {@code pushDebugGroup:} and
 * {@code popDebugGroup}, which become the label of the dispatch in them; and a pipeline's touch, which is {@code
 * setComputePipelineState:} with a dispatch of no threadgroups right after it.
 */
final class Reduction {
  private final Records records;
  private final Handover handover;
  private int next;
  private String label = "";

  private Reduction(Records records, Handover handover) {
    this.records = records;
    this.handover = handover;
  }

  /** What the messages that a command buffer was sent stand for, the commit included. */
  static List<Told> of(Records records, Handover handover) {
    Reduction reduction = new Reduction(records, handover);
    List<Told> told = new ArrayList<>();
    while (reduction.next < records.count()) {
      reduction.reduce(told);
    }
    told.add(Told.of(new MetalCall.Commit()));
    return told;
  }

  private void reduce(List<Told> told) {
    int at = next++;
    switch (records.kind(at)) {
      case SET_PIPELINE -> {
        if (isTouch(next)) {
          next++;
        } else {
          told.add(pipeline(at));
        }
      }
      case SET_BUFFER -> told.add(buffer(at));
      case SET_BYTES -> told.add(Told.of(new MetalCall.SetBytes(records.index(at),
          records.bytes(records.value(at, 0), records.value(at, 1)))));
      case SET_MEMORY -> told.add(memory(at));
      case DISPATCH_THREADS, DISPATCH_GROUPS ->
          told.add(new Told(dispatch(at), 0, label, List.of()));
      case BARRIER -> told.add(Told.of(new MetalCall.Barrier()));
      case EXECUTE -> told.add(execute(at));
      case PUSH_GROUP -> label = records.text(records.value(at, 0), records.value(at, 1));
      case POP_GROUP -> label = "";
      case END_ENCODING -> told.add(Told.of(new MetalCall.EndEncoding()));
      case USE_RESOURCE, WAIT_FENCE, UPDATE_FENCE -> {
        // Residency and order between submissions are the driver's own.
      }
      case COMMAND, EXECUTED ->
          throw new IllegalStateException("indirect commands outside an execution");
    }
  }

  private boolean isTouch(int at) {
    return at < records.count() && records.kind(at) == Records.Kind.DISPATCH_GROUPS
        && records.value(at, 0) == 0 && records.value(at, 1) == 0 && records.value(at, 2) == 0;
  }

  private Told pipeline(int at) {
    long handle = records.object(at);
    return Told.of(new MetalCall.SetPipeline(handover.pipelineLabel(handle)), handle);
  }

  private Told buffer(int at) {
    long handle = records.object(at);
    return Told.of(bare(new MetalCall.SetBuffer(records.index(at), handover.bufferNumber(handle),
        records.value(at, 0), 0, Access.READ)), handle);
  }

  private Told memory(int at) {
    return Told.of(new MetalCall.SetThreadgroupMemoryLength(records.index(at),
        Math.toIntExact(records.value(at, 0))));
  }

  private MetalCall dispatch(int at) {
    Geometry.Form form = records.kind(at) == Records.Kind.DISPATCH_THREADS
        ? Geometry.Form.THREADS
        : Geometry.Form.THREADGROUPS;
    return new MetalCall.Dispatch(new Grid(form, records.value(at, 0), records.value(at, 1),
        records.value(at, 2), Math.toIntExact(records.value(at, 3)),
        Math.toIntExact(records.value(at, 4)), Math.toIntExact(records.value(at, 5)), List.of()));
  }

  private Told execute(int at) {
    int from = Math.toIntExact(records.value(at, 0));
    int to = from + Math.toIntExact(records.value(at, 1));
    List<List<Told>> commands = new ArrayList<>();
    while (records.kind(next) != Records.Kind.EXECUTED) {
      if (records.kind(next) == Records.Kind.COMMAND) {
        commands.add(new ArrayList<>());
        next++;
      } else {
        reduce(commands.getLast());
      }
    }
    next++;
    return new Told(new MetalCall.ExecuteCommands(from, to,
        commands.stream().map(Told::calls).toList()), 0, "", commands);
  }

  /** Calls of the port without what no message carries: lengths and accesses of bindings. */
  static List<MetalCall> bare(List<MetalCall> calls) {
    return calls.stream().map(Reduction::bare).toList();
  }

  private static MetalCall bare(MetalCall call) {
    return switch (call) {
      case MetalCall.SetBuffer set ->
          new MetalCall.SetBuffer(set.index(), set.buffer(), set.offsetBytes(), 0, Access.READ);
      // Threadgroup memory has calls of its own.
      case MetalCall.Dispatch(Grid grid) -> new MetalCall.Dispatch(
          new Grid(grid.form(), grid.gridX(), grid.gridY(), grid.gridZ(), grid.groupX(),
              grid.groupY(), grid.groupZ(), List.of()));
      case MetalCall.ExecuteCommands execution -> new MetalCall.ExecuteCommands(execution.from(),
          execution.to(), execution.commands().stream().map(Reduction::bare).toList());
      default -> call;
    };
  }
}
