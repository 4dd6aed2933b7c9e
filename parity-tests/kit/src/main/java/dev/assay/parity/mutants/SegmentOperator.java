package dev.assay.parity.mutants;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A way in which segments, or what fills them, can go wrong. */
enum SegmentOperator {
  /** Nothing orders the commands of a segment on a device with barriers. */
  UNORDERED_SEGMENT(Family.SUPPORT) {
    @Override
    PortFault fault() {
      return replays(SegmentOperator::unordered);
    }
  },
  /** The same on a device with edges. */
  UNORDERED_GRAPH(Family.SUPPORT) {
    @Override
    PortFault fault() {
      return replays(SegmentOperator::unordered);
    }

    @Override
    StepOrder order() {
      return StepOrder.EDGES;
    }
  },
  /** The first two commands of a segment change places. */
  EXCHANGED_COMMANDS(Family.SUPPORT) {
    @Override
    PortFault fault() {
      return replays(replay -> {
        List<Step.Command> commands = new ArrayList<>(replay.commands());
        if (commands.size() > 1) {
          Step.Run first = commands.get(0).run();
          commands.set(0, commands.get(0).with(commands.get(1).run()));
          commands.set(1, commands.get(1).with(first));
        }
        return replay.with(commands);
      });
    }
  },
  /** A part of a segment begins a command late. */
  LATE_BEGINNING(Family.DRIVER) {
    @Override
    PortFault fault() {
      return replays(replay -> replay.between(Math.min(replay.from() + 1, replay.to()),
          replay.to()));
    }
  },
  /** A part of a segment begins a command early. */
  EARLY_BEGINNING(Family.DRIVER) {
    @Override
    PortFault fault() {
      return replays(replay -> replay.between(Math.max(replay.from() - 1, 0), replay.to()));
    }
  },
  /** A part of a segment ends a command early. */
  EARLY_END(Family.DRIVER) {
    @Override
    PortFault fault() {
      return replays(replay -> replay.between(replay.from(), replay.to() - 1));
    }
  },
  /** A part of a segment runs the whole of it. */
  IGNORED_RANGE(Family.DRIVER) {
    @Override
    PortFault fault() {
      return replays(replay -> replay.between(0, replay.commands().size()));
    }
  },
  /** A segment runs again with all that it had the first time. */
  STALE_REPLAY(Family.DRIVER) {
    @Override
    PortFault fault() {
      return replaysAfter((first, replay) -> replay.with(first.commands()));
    }
  },
  /** A segment keeps the buffers that it had the first time: the slots of an earlier run. */
  STALE_SLOTS(Family.SUPPORT) {
    @Override
    PortFault fault() {
      return replaysAfter((first, replay) -> replay.with(both(first, replay,
          (old, now) -> now.withBuffers(old.buffers()))));
    }
  },
  /** A segment keeps the constants that it had the first time: a patch is not applied. */
  PATCH_NOT_APPLIED(Family.SUPPORT) {
    @Override
    PortFault fault() {
      return replaysAfter((first, replay) -> replay.with(both(first, replay,
          (old, now) -> now.withConstants(old.constants()))));
    }
  },
  /** The copy of a segment that another execution uses is executed. */
  WRONG_COPY(Family.SUPPORT) {
    @Override
    PortFault fault() {
      Map<Integer, Step.Replay> live = new HashMap<>();
      return new Replays(live) {
        @Override
        Step.Replay change(Step.Replay replay) {
          Step.Replay other = live.get(replay.id() - 1);
          live.put(replay.id(), replay);
          return other == null || other.commands().size() != replay.commands().size()
              ? replay
              : replay.with(other.commands());
        }
      };
    }
  };

  private final Family family;

  SegmentOperator(Family family) {
    this.family = family;
  }

  Family family() {
    return family;
  }

  /** A device that does so. */
  abstract PortFault fault();

  /** How that device orders what nothing else orders. */
  StepOrder order() {
    return StepOrder.BARRIERS;
  }

  /** The name in reports, such as {@code stale-replay}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Step.Replay unordered(Step.Replay replay) {
    return replay.with(replay.commands().stream().map(Step.Command::unordered).toList());
  }

  /** Changes a dispatch given what it was the first time. */
  @FunctionalInterface
  private interface Merge<T> {
    T apply(T first, T now);
  }

  private static List<Step.Command> both(Step.Replay first, Step.Replay now,
      Merge<Step.Run> merge) {
    List<Step.Command> merged = new ArrayList<>();
    for (int i = 0; i < now.commands().size(); i++) {
      Step.Command command = now.commands().get(i);
      merged.add(command.with(merge.apply(first.commands().get(i).run(), command.run())));
    }
    return merged;
  }

  private static PortFault replays(UnaryOperator<Step.Replay> change) {
    return new Replays(new HashMap<>()) {
      @Override
      Step.Replay change(Step.Replay replay) {
        return change.apply(replay);
      }
    };
  }

  private static PortFault replaysAfter(Merge<Step.Replay> change) {
    Map<Integer, Step.Replay> firsts = new HashMap<>();
    return new Replays(firsts) {
      @Override
      Step.Replay change(Step.Replay replay) {
        Step.Replay first = firsts.putIfAbsent(replay.id(), replay);
        return first == null ? replay : change.apply(first, replay);
      }
    };
  }

  /** Changes executions of segments, and forgets those that are gone. */
  private abstract static class Replays implements PortFault {
    private final Map<Integer, Step.Replay> known;

    Replays(Map<Integer, Step.Replay> known) {
      this.known = known;
    }

    abstract Step.Replay change(Step.Replay replay);

    @Override
    public List<Step> submission(List<Step> steps) {
      return steps.stream()
          .map(step -> step instanceof Step.Replay replay ? change(replay) : step)
          .toList();
    }

    @Override
    public void released(int segment) {
      known.remove(segment);
    }
  }
}
