package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Direct;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Splits a schedule into maximal runs of dispatches that can go indirect, and says of every other step why it does not. */
final class SegmentPlanner {
  private final SupportSchedule schedule;
  private final CompiledSchedule.Options options;
  private final DevicePort port;
  private final long largestOffset;
  private final List<SegmentPlan> plans = new ArrayList<>();
  private final List<Direct> direct = new ArrayList<>();

  SegmentPlanner(SupportSchedule schedule, CompiledSchedule.Options options) {
    this.schedule = schedule;
    this.options = options;
    this.port = schedule.backend().port();
    this.largestOffset = port.profile().memory().largestSegmentOffset();
  }

  /** The plans in order; in strict mode a step that stays direct is an error. */
  List<SegmentPlan> plan() {
    List<Integer> run = new ArrayList<>();
    for (int i = 0; i < schedule.steps().size(); i++) {
      ScheduleStep step = schedule.steps().get(i);
      if (step instanceof ScheduleStep.Nothing) {
        continue;
      }
      String reason = refusal(step);
      if (reason != null) {
        finish(run);
        direct.add(new Direct(i, step.label(), step instanceof ScheduleStep.Opaque, reason));
      } else {
        run.add(i);
        if (run.size() == port.mostSegmentCommands()) {
          finish(run);
        }
      }
    }
    finish(run);
    if (options.strict() && !direct.isEmpty()) {
      Direct first = direct.getFirst();
      throw new InvalidCallException(
          Problem
              .of(Codes.NOT_INDIRECT,
                  "step " + first.index() + ", '" + first.label() + "', cannot go indirect")
              .at("strict compile of schedule '" + schedule.label() + "'")
              .expected("every step in a segment", direct.size() + " direct: " + first.reason())
              .remedy("compile without strict mode, or take the step out of the schedule"));
    }
    return plans;
  }

  CompiledSchedule.Explanation explain() {
    Map<String, Integer> byKind = new TreeMap<>();
    for (ScheduleStep step : schedule.steps()) {
      switch (step) {
        case ScheduleStep.Dispatch dispatch ->
            byKind.merge(dispatch.record().pipeline().key().kernel().toString(), 1, Integer::sum);
        case ScheduleStep.Opaque opaque -> byKind.merge("opaque", 1, Integer::sum);
        case ScheduleStep.Nothing nothing -> {}
      }
    }
    int commands = byKind.values().stream().mapToInt(Integer::intValue).sum();
    return new CompiledSchedule.Explanation(commands,
        plans.stream().map(SegmentPlan::describe).toList(), direct,
        byKind);
  }

  private @Nullable String refusal(ScheduleStep step) {
    return switch (step) {
      case ScheduleStep.Host host -> "it is host work";
      case ScheduleStep.Library library ->
          "it is a call of the device's library, '" + library.call().routine() + "'";
      case ScheduleStep.Nothing nothing -> null;
      case ScheduleStep.Dispatch dispatch -> {
        if (!options.indirect()) {
          yield "segments are switched off";
        }
        for (BufferView view : dispatch.views()) {
          if (view != null && view.offsetBytes() > largestOffset) {
            yield "offset " + view.offsetBytes() + " of buffer '" + view.buffer().label()
                + "' is beyond byte " + largestOffset;
          }
        }
        if (dispatch.record().pipeline().isRaw()) {
          yield "its kernel was made from a text alone";
        }
        SupportPipeline pipeline = dispatch.record().pipeline();
        yield port.indirectRefusal(pipeline.declaration(), pipeline.implementation());
      }
    };
  }

  private void finish(List<Integer> run) {
    if (run.size() >= options.minimumSegment()) {
      plans.add(
          new SegmentPlan(schedule, run.getFirst(), run.getLast() + 1, options.conservative()));
    } else {
      for (int index : run) {
        direct.add(new Direct(index, schedule.steps().get(index).label(), false,
            "its run of " + run.size() + " is shorter than the minimum of "
                + options.minimumSegment()));
      }
    }
    run.clear();
  }
}
