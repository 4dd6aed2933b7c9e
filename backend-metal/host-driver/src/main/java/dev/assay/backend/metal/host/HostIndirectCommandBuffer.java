package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands that are judged when they are executed for the first time after a change. Safe for use by any thread. */
final class HostIndirectCommandBuffer extends HostObject implements MetalIndirectCommandBuffer {
  /** What Metal executes with one call. */
  static final int MOST_COMMANDS = 16_384;

  private static final long SMALLEST_REFUSED_OFFSET = 1L << 32;

  private final List<Command> commands = new ArrayList<>();
  private final int bindings;
  private int replays;

  /** A command, and its dispatch as long as it has not changed since it was judged. */
  private static final class Command {
    final HostPipeline pipeline;
    final Bindings bindings;
    @Nullable
    Grid grid;
    @Nullable
    String label;
    boolean barrier;
    @Nullable
    Dispatch judged;

    Command(HostPipeline pipeline, int bindings) {
      this.pipeline = pipeline;
      this.bindings = new Bindings(bindings);
    }
  }

  HostIndirectCommandBuffer(HostDriver driver, List<HostPipeline> pipelines, int bindings) {
    super(driver);
    this.bindings = bindings;
    pipelines.forEach(pipeline -> commands.add(new Command(pipeline, bindings)));
  }

  @Override
  public synchronized void setBuffer(int command, MetalBuffer buffer, long offsetBytes,
      long lengthBytes,
      Access access, int index) {
    Place place = () -> place(command);
    Command changed = change(command, place);
    KernelSignature signature = changed.pipeline.signature();
    if (index < 0 || index >= bindings) {
      throw MetalRule.INDIRECT_BINDINGS.refusal(
          signature.bufferName(index) + " is past the bindings declared", place,
          "an index from 0 to " + (bindings - 1), Integer.toString(index));
    }
    if (offsetBytes >= SMALLEST_REFUSED_OFFSET) {
      throw MetalRule.INDIRECT_OFFSET.refusal(
          signature.bufferName(index) + " is bound at an offset that does not fit 32 bits", place,
          "less than " + SMALLEST_REFUSED_OFFSET, Long.toString(offsetBytes));
    }
    changed.bindings.setBuffer(driver().own(buffer, HostBuffer.class, place), offsetBytes,
        lengthBytes, access, index);
    // A patch is no second binding.
    changed.bindings.startDispatch();
  }

  @Override
  public synchronized void setThreadgroupMemoryLength(int command, int lengthBytes, int index) {
    Place place = () -> place(command);
    Command changed = change(command, place);
    if (index < 0 || index >= KernelSignature.INDICES) {
      throw MetalRule.BINDING_INDEX.refusal(
          "threadgroup argument " + index + " of kernel '" + changed.pipeline.kernel()
              + "' has no place in the table",
          place,
          "0 to " + (KernelSignature.INDICES - 1), Integer.toString(index));
    }
    changed.bindings.setThreadgroupLength(lengthBytes, index);
  }

  @Override
  public synchronized void setBarrier(int command) {
    change(command, () -> place(command)).barrier = true;
  }

  @Override
  public synchronized void dispatch(int command, Grid grid, String label) {
    Command changed = change(command, () -> place(command));
    changed.grid = grid;
    changed.label = label;
  }

  private Command change(int command, Place place) {
    requireLive(place);
    if (command < 0 || command >= commands.size()) {
      throw MetalRule.INDIRECT_RANGE.refusal("there is no such command", place,
          "0 to " + (commands.size() - 1), Integer.toString(command));
    }
    if (replays > 0) {
      throw MetalRule.INDIRECT_CHANGED.refusal("the command is changed in the middle of its use",
          place, "no execution encoded or in flight", Integer.toString(replays));
    }
    Command changed = commands.get(command);
    changed.judged = null;
    return changed;
  }

  /** Adds commands to the stages of a command buffer. */
  synchronized void execute(int from, int to, HostCommandBuffer target, Place place) {
    if (from < 0 || to > commands.size() || from >= to) {
      throw MetalRule.INDIRECT_RANGE.refusal("the range of commands to execute does not exist",
          place, "a range within 0 to " + commands.size(), from + " to " + to);
    }
    if (to - from > MOST_COMMANDS) {
      throw MetalRule.INDIRECT_COUNT.refusal("too many commands are executed at once", place,
          "at most " + MOST_COMMANDS, Integer.toString(to - from));
    }
    target.use(this);
    // From this place on, what stands in the stage belongs to this execution.
    int first = target.stage().size();
    for (int i = from; i < to; i++) {
      int number = i;
      Place command = () -> place(number) + ", executed by " + place.describe();
      Dispatch dispatch = judged(commands.get(i), command);
      if (commands.get(i).barrier) {
        target.endStage();
        first = 0;
      }
      Stage.Conflict conflict = target.stage().add(dispatch);
      if (conflict != null) {
        MetalRule rule =
            conflict.place() >= first ? MetalRule.INDIRECT_CONFLICT : MetalRule.CONFLICT;
        throw rule.refusal(conflict.what(), command,
            "a barrier after " + conflict.earlier().description(), "none");
      }
      target.use(dispatch);
    }
  }

  private static Dispatch judged(Command command, Place place) {
    Dispatch judged = command.judged;
    if (judged == null) {
      Grid grid = command.grid;
      if (grid == null) {
        throw MetalRule.INDIRECT_EMPTY.refusal("the command has no dispatch", place);
      }
      judged = Dispatch.of(command.pipeline, command.bindings, grid, command.label, place);
      command.judged = judged;
    }
    command.pipeline.requireLive(place);
    for (HostBuffer buffer : judged.buffers()) {
      buffer.requireLive(place);
    }
    return judged;
  }

  /** An execution was encoded. */
  synchronized void beginReplay() {
    replays++;
  }

  /** It has completed, or will never run. */
  synchronized void endReplay() {
    replays--;
  }

  private String place(int command) {
    String label =
        command >= 0 && command < commands.size() ? commands.get(command).label : null;
    return "indirect command " + command + (label == null ? "" : " " + Place.quoted(label)) + " of "
        + description();
  }

  @Override
  String description() {
    return "an indirect command buffer of " + commands.size() + " commands";
  }

  @Override
  void free() {}
}
