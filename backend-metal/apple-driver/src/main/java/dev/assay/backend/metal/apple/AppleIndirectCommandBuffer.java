package dev.assay.backend.metal.apple;

import dev.assay.backend.metal.apple.objc.Message;
import dev.assay.backend.metal.apple.objc.Messages;
import dev.assay.backend.metal.apple.objc.ObjectiveC;
import dev.assay.backend.metal.apple.objc.Owned;
import dev.assay.backend.metal.apple.objc.Pool;
import dev.assay.backend.metal.apple.objc.Structs;
import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Geometry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Indirect commands; inherits neither pipelines nor buffers. */
final class AppleIndirectCommandBuffer implements MetalIndirectCommandBuffer {
  /** Metal computes with 32-bit offsets there. */
  private static final long LARGEST_OFFSET = 0xFFFF_FFFFL;

  /** The most commands of one execution. */
  private static final int MOST_AT_ONCE = 16_384;

  private static final long COMMAND_TYPES =
      Values.COMMAND_CONCURRENT_DISPATCH | Values.COMMAND_CONCURRENT_DISPATCH_THREADS;

  private final ObjectiveC objc;
  private final Owned commands;
  private final List<ApplePipeline> pipelines;
  private final List<Map<Integer, Use>> uses;
  private final int bindings;
  private final int memoryBindings;

  /** A buffer that a command binds, and how it uses it. */
  private record Use(AppleBuffer buffer, long usage) {}

  private AppleIndirectCommandBuffer(ObjectiveC objc, Owned commands,
      List<ApplePipeline> pipelines, int bindings) {
    this.objc = objc;
    this.commands = commands;
    this.pipelines = pipelines;
    this.uses = pipelines.stream().<Map<Integer, Use>>map(each -> new HashMap<>()).toList();
    this.bindings = bindings;
    this.memoryBindings = memoryBindings(pipelines);
  }

  static AppleIndirectCommandBuffer make(AppleDriver driver, List<MetalPipeline> pipelines,
      int bindings) {
    String where = "an indirect command buffer of " + pipelines.size() + " commands";
    List<ApplePipeline> own = pipelines.stream().map(each -> (ApplePipeline) each).toList();
    if (own.isEmpty()) {
      throw Refusal.call("an indirect command buffer has no commands", where);
    }
    for (ApplePipeline pipeline : own) {
      if (!pipeline.isIndirect()) {
        throw Refusal.call("a pipeline was not made for indirect commands", where);
      }
    }
    ObjectiveC objc = driver.objc();
    try (Pool _ = objc.openPool();
        Owned descriptor = objc.newObject("MTLIndirectCommandBufferDescriptor")) {
      Description wanted = new Description(COMMAND_TYPES, false, false, bindings,
          memoryBindings(own));
      wanted.set(objc, descriptor.id());
      wanted.requireSet(objc, descriptor.id(), where);
      Owned made = objc.own(Messages.NEW_INDIRECT, objc.send(Messages.NEW_INDIRECT,
          driver.deviceObject().id(), descriptor.id(), own.size(), Values.RESOURCE_SHARED));
      if (made == null) {
        throw Refusal.nil("indirect command buffer", where, "nothing");
      }
      AppleIndirectCommandBuffer buffer =
          new AppleIndirectCommandBuffer(objc, made, own, bindings);
      try {
        buffer.setPipelines();
      } catch (Throwable refused) {
        made.close();
        throw refused;
      }
      return buffer;
    }
  }

  private static int memoryBindings(List<ApplePipeline> pipelines) {
    return pipelines.stream()
        .flatMap(pipeline -> pipeline.bindings().stream())
        .filter(binding -> binding.kind() == MetalPipeline.Kind.THREADGROUP_MEMORY)
        .mapToInt(binding -> binding.index() + 1)
        .max()
        .orElse(0);
  }

  /** What a descriptor says. */
  private record Description(
      long types,
      boolean inheritsBuffers,
      boolean inheritsPipeline,
      long buffers,
      long threadgroupMemory) {

    void set(ObjectiveC objc, long descriptor) {
      objc.tell(Messages.SET_COMMAND_TYPES, descriptor, types);
      objc.tell(Messages.SET_INHERIT_BUFFERS, descriptor, inheritsBuffers);
      objc.tell(Messages.SET_INHERIT_PIPELINE, descriptor, inheritsPipeline);
      objc.tell(Messages.SET_BIND_COUNT, descriptor, buffers);
      if (countsMemory(objc, descriptor)) {
        objc.tell(Messages.SET_MEMORY_BIND_COUNT, descriptor, threadgroupMemory);
      }
    }

    /** Systems before macOS 14 have no such count. */
    private static boolean countsMemory(ObjectiveC objc, long descriptor) {
      return objc.takes(descriptor, Messages.SET_MEMORY_BIND_COUNT);
    }

    /** Read back: binds beyond a count that did not arrive would be dropped without a word. */
    void requireSet(ObjectiveC objc, long descriptor, String where) {
      Description found = new Description(objc.send(Messages.COMMAND_TYPES, descriptor),
          objc.ask(Messages.INHERIT_BUFFERS, descriptor),
          objc.ask(Messages.INHERIT_PIPELINE, descriptor),
          objc.send(Messages.BIND_COUNT, descriptor),
          countsMemory(objc, descriptor)
              ? objc.send(Messages.MEMORY_BIND_COUNT, descriptor)
              : threadgroupMemory);
      if (!equals(found)) {
        throw Refusal.call("the descriptor did not take what was set", where, toString(),
            found.toString());
      }
    }
  }

  private void setPipelines() {
    for (int command = 0; command < pipelines.size(); command++) {
      objc.tell(Messages.COMMAND_PIPELINE, command(command), pipelines.get(command).id());
    }
  }

  /** A command, good until the pool that is open is popped. */
  private long command(int command) {
    long found = objc.send(Messages.COMMAND, commands.id(), command);
    if (found == 0) {
      throw Refusal.nil("indirect command", where(command), "nothing");
    }
    return found;
  }

  private String where(int command) {
    return "command " + command + " of " + pipelines.size();
  }

  /** The object, which is live. */
  long id() {
    return commands.id();
  }

  void requireRange(int from, int to, Place where) {
    if (from < 0 || to > pipelines.size() || from >= to || to - from > MOST_AT_ONCE) {
      throw Refusal.call("a range of indirect commands is empty, outside or too long",
          where.describe(),
          "at most " + MOST_AT_ONCE + " within 0 to " + pipelines.size(), from + " to " + to);
    }
  }

  private void requireCommand(int command) {
    if (command < 0 || command >= pipelines.size()) {
      throw Refusal.call("there is no such indirect command", "an indirect command buffer",
          "0 to " + (pipelines.size() - 1), Integer.toString(command));
    }
  }

  /** Names every buffer to an encoder, so that it is resident and its accesses are seen. */
  void useResources(CallBatch batch) {
    Map<AppleBuffer, Long> usages = new HashMap<>();
    uses.forEach(command -> command.values()
        .forEach(use -> usages.merge(use.buffer(), use.usage(), (a, b) -> a | b)));
    usages.forEach((buffer, usage) -> batch.useResource(buffer.id(), usage));
  }

  /**
   * Sets each pipeline once on the encoder, with a dispatch of nothing: without it the drivers of M1 and M2 crash. The one
   * place where an empty dispatch is meant.
   */
  void touchPipelines(CallBatch batch, int from, int to) {
    Set<ApplePipeline> distinct = new LinkedHashSet<>(pipelines.subList(from, to));
    for (ApplePipeline pipeline : distinct) {
      batch.setPipeline(pipeline.id());
      batch.dispatch(false, 0, 0, 0, 1, 1, 1);
    }
  }

  @Override
  public void setBuffer(int command, MetalBuffer buffer, long offsetBytes, long lengthBytes,
      Access access, int index) {
    requireCommand(command);
    AppleEncoder.requireRange(buffer, offsetBytes, lengthBytes, index, () -> where(command));
    if (index >= bindings) {
      throw Refusal.call("an index is beyond the bindings that commands have", where(command),
          "0 to " + (bindings - 1), Integer.toString(index));
    }
    if (offsetBytes > LARGEST_OFFSET) {
      throw Refusal.call("an offset of 4 GiB or more wraps in indirect commands", where(command),
          "at most " + LARGEST_OFFSET, Long.toString(offsetBytes));
    }
    AppleBuffer own = (AppleBuffer) buffer;
    try (Pool _ = objc.openPool()) {
      objc.tell(Messages.COMMAND_KERNEL_BUFFER, command(command), own.id(), offsetBytes, index);
    }
    uses.get(command).put(index, new Use(own, usage(access)));
  }

  private static long usage(Access access) {
    return (access.reads() ? Values.RESOURCE_USAGE_READ : 0)
        | (access.writes() ? Values.RESOURCE_USAGE_WRITE : 0);
  }

  @Override
  public void setThreadgroupMemoryLength(int command, int lengthBytes, int index) {
    requireCommand(command);
    AppleEncoder.requireThreadgroupMemory(lengthBytes, index, () -> where(command));
    if (index >= memoryBindings) {
      throw Refusal.call("an index is beyond the threadgroup arguments that commands have",
          where(command), "0 to " + (memoryBindings - 1), Integer.toString(index));
    }
    try (Pool _ = objc.openPool()) {
      objc.tell(Messages.COMMAND_THREADGROUP_MEMORY, command(command), lengthBytes, index);
    }
  }

  @Override
  public void setBarrier(int command) {
    requireCommand(command);
    try (Pool _ = objc.openPool()) {
      objc.tell(Messages.COMMAND_BARRIER, command(command));
    }
  }

  @Override
  public void dispatch(int command, Grid grid, String label) {
    requireCommand(command);
    AppleEncoder.requireGroup(grid, pipelines.get(command),
        () -> where(command) + ", " + label);
    Message form = grid.form() == Geometry.Form.THREADS
        ? Messages.COMMAND_THREADS
        : Messages.COMMAND_GROUPS;
    try (Pool _ = objc.openPool();
        Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(Structs.SIZE);
      MemorySegment group = arena.allocate(Structs.SIZE);
      Structs.size(size, grid.gridX(), grid.gridY(), grid.gridZ());
      Structs.size(group, grid.groupX(), grid.groupY(), grid.groupZ());
      objc.tell(form, command(command), size, group);
    }
  }

  @Override
  public void release() {
    commands.close();
  }
}
