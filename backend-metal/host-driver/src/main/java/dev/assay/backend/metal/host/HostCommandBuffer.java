package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalCommandBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Work in the making, as stages of dispatches that barriers keep apart. Not thread-safe. */
final class HostCommandBuffer implements MetalCommandBuffer {
  private final HostQueue queue;
  private final String label;
  private final List<Stage> stages = new ArrayList<>();
  private final Set<HostObject> used = new LinkedHashSet<>();
  private final List<HostIndirectCommandBuffer> replayed = new ArrayList<>();
  private final InlineMemory inline = new InlineMemory();
  private @Nullable Stage stage;
  private @Nullable HostComputeEncoder encoder;
  private int commands;
  private boolean over;

  HostCommandBuffer(HostQueue queue, String label) {
    this.queue = queue;
    this.label = label;
  }

  String label() {
    return label;
  }

  HostQueue queue() {
    return queue;
  }

  HostDriver driver() {
    return queue.driver();
  }

  /** Where inline bytes are kept until the work is done. */
  InlineMemory inline() {
    return inline;
  }

  /** What is to run, in order. */
  List<Stage> stages() {
    return stages;
  }

  /** The number of a command that is encoded now, counted from 1. */
  int nextCommand() {
    return commands + 1;
  }

  /** A dispatch or replay was encoded. */
  void countCommand() {
    commands++;
  }

  @Override
  public MetalComputeEncoder computeEncoder() {
    Place place = () -> "encoder of command buffer '" + label + "'";
    requireOpen(place);
    HostComputeEncoder opened = new HostComputeEncoder(this);
    encoder = opened;
    return opened;
  }

  private void requireOpen(Place place) {
    if (over) {
      throw MetalRule.COMMITTED.refusal(
          "command buffer '" + label + "' was committed or discarded before", place);
    }
    if (encoder != null) {
      throw MetalRule.ENCODER_OPEN.refusal(
          "an encoder of command buffer '" + label + "' is open", place);
    }
  }

  @Override
  public void library(LibraryCall call, List<LibraryRange> ranges, String callLabel) {
    Place place =
        () -> "command " + nextCommand() + " " + Place.quoted(callLabel)
            + " of command buffer '" + label + "'";
    requireOpen(place);
    if (!(call instanceof HostRoutine routine)) {
      throw MetalRule.FOREIGN.refusal(
          "routine '" + call.routine() + "' belongs to another device", place);
    }
    RoutineCall judged = RoutineCall.of(driver(), routine, ranges, callLabel, place);
    // Between encoders all is ordered: a stage of its own.
    stage().add(judged);
    used.addAll(judged.buffers());
    endStage();
    countCommand();
  }

  /** The stage that dispatches go to now. */
  Stage stage() {
    Stage current = stage;
    if (current == null) {
      current = new Stage();
      stages.add(current);
      stage = current;
    }
    return current;
  }

  /** What follows waits for what came before. */
  void endStage() {
    if (stage != null && stage.size() > 0) {
      stage = null;
    }
  }

  /** Remembers what a dispatch needs until it has run. */
  void use(Dispatch dispatch) {
    used.add(dispatch.pipeline());
    used.addAll(dispatch.buffers());
  }

  /** Remembers that commands are to be replayed. */
  void use(HostIndirectCommandBuffer replay) {
    replay.beginReplay();
    replayed.add(replay);
    used.add(replay);
  }

  /** The open encoder has ended. */
  void encoderEnded() {
    encoder = null;
    endStage();
  }

  @Override
  public void commit(Completion completion) {
    Place place = () -> "commit of command buffer '" + label + "'";
    requireOpen(place);
    driver().requireOpen(place);
    driver().inFlight().begin(this, place);
    List<HostObject> begun = new ArrayList<>(used.size());
    try {
      beginUses(begun, place);
      queue.submit(this, completion, place);
      over = true;
    } catch (RuntimeException refused) {
      begun.forEach(HostObject::endUse);
      driver().inFlight().end(this);
      throw refused;
    }
  }

  private void beginUses(List<HostObject> begun, Place place) {
    List<Problem> problems = new ArrayList<>();
    for (HostObject each : used) {
      try {
        each.beginUse(place);
        begun.add(each);
      } catch (InvalidCallException released) {
        problems.addAll(released.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidCallException(problems);
    }
  }

  @Override
  public void discard() {
    if (over) {
      throw MetalRule.COMMITTED.refusal(
          "command buffer '" + label + "' was committed or discarded before",
          () -> "discard of command buffer '" + label + "'");
    }
    over = true;
    if (encoder != null) {
      encoder.endEncoding();
    }
    used.clear();
    end();
  }

  /** It has run, or never will. */
  void end() {
    driver().inFlight().end(this);
    used.forEach(HostObject::endUse);
    replayed.forEach(HostIndirectCommandBuffer::endReplay);
    queue.endUse();
  }
}
