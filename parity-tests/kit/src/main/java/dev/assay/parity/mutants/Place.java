package dev.assay.parity.mutants;

import dev.assay.backend.support.DevicePort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Which of a device's dispatches are done otherwise.
 *
 * @param inSegments those of segments, or those that are encoded one by one
 * @param afterTheFirst only those after a pipeline's first, or all
 */
record Place(boolean inSegments, boolean afterTheFirst) {
  /** All there are. */
  static final List<Place> ALL = List.of(new Place(false, false), new Place(false, true),
      new Place(true, false), new Place(true, true));

  /** As reports name it. */
  @Override
  public String toString() {
    return (inSegments ? "segments" : "dispatches") + (afterTheFirst ? " after the first" : "");
  }

  /** A fault that changes each dispatch here. */
  PortFault fault(UnaryOperator<Step.Run> change) {
    Map<DevicePort.Pipeline, Integer> seen = new HashMap<>();
    UnaryOperator<Step.Run> counted =
        run -> seen.merge(run.pipeline(), 1, Integer::sum) > 1 || !afterTheFirst
            ? change.apply(run)
            : run;
    return submissions(steps -> {
      List<Step> changed = new ArrayList<>();
      for (Step step : steps) {
        changed.add(switch (step) {
          case Step.Run run when !inSegments -> counted.apply(run);
          case Step.Replay replay when inSegments -> replay.with(replay.commands()
              .stream()
              .map(command -> command.with(counted.apply(command.run())))
              .toList());
          default -> step;
        });
      }
      return changed;
    });
  }

  /** A fault that does something before and after each dispatch here, of segments as a whole. */
  PortFault around(UnaryOperator<Around> effect) {
    Map<DevicePort.Pipeline, Integer> seen = new HashMap<>();
    return submissions(steps -> {
      List<Step> changed = new ArrayList<>();
      for (Step step : steps) {
        Step.Run run = switch (step) {
          case Step.Run own when !inSegments -> own;
          case Step.Replay replay when inSegments && replay.from() < replay.to() ->
              replay.commands().get(replay.to() - 1).run();
          default -> null;
        };
        if (run != null && (seen.merge(run.pipeline(), 1, Integer::sum) > 1 || !afterTheFirst)) {
          Around around = effect.apply(new Around(run, List.of(step)));
          changed.addAll(around.steps());
        } else {
          changed.add(step);
        }
      }
      return changed;
    });
  }

  /** A fault that changes the steps of each submission. */
  static PortFault submissions(UnaryOperator<List<Step>> change) {
    return new PortFault() {
      @Override
      public List<Step> submission(List<Step> steps) {
        return change.apply(steps);
      }
    };
  }

  /**
   * What stands around a dispatch.
   *
   * @param run the dispatch
   * @param steps the steps that do it
   */
  record Around(Step.Run run, List<Step> steps) {}
}
