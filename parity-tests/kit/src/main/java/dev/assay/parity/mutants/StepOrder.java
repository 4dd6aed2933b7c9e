package dev.assay.parity.mutants;

import java.util.ArrayList;
import java.util.List;

/**
 * An order that a device may take: what nothing orders runs backwards, so that whoever forgot to order it sees the wrong
 * result. Commands of segments are ordered by barriers, as on Metal, or by edges, as in a graph.
 */
enum StepOrder {
  BARRIERS {
    @Override
    List<Step> order(Step.Replay replay) {
      List<Step> steps = new ArrayList<>();
      for (Step.Command command : replay.commands().subList(replay.from(), replay.to())) {
        if (command.barrierBefore()) {
          steps.add(new Step.Barrier());
        }
        steps.add(command.run());
      }
      return steps;
    }
  },
  EDGES {
    @Override
    List<Step> order(Step.Replay replay) {
      List<Integer> left = new ArrayList<>();
      for (int i = replay.from(); i < replay.to(); i++) {
        left.add(i);
      }
      List<Step> steps = new ArrayList<>();
      while (!left.isEmpty()) {
        int next = left.reversed()
            .stream()
            .filter(each -> isReady(replay.commands().get(each), each, left))
            .findFirst()
            .orElseThrow();
        left.removeIf(each -> each == next);
        steps.add(replay.commands().get(next).run());
        steps.add(new Step.Barrier());
      }
      return steps;
    }

    private static boolean isReady(Step.Command command, int place, List<Integer> left) {
      return command.waitsForAll()
          ? left.getFirst() == place
          : command.waitsFor().stream().noneMatch(left::contains);
    }
  };

  /** The commands of a segment, with barriers between those that are ordered. */
  abstract List<Step> order(Step.Replay replay);

  /** The steps one after the other as the device runs them; no barriers are left. */
  List<Step> apply(List<Step> steps) {
    List<Step> flat = new ArrayList<>();
    for (Step step : steps) {
      switch (step) {
        case Step.Replay replay -> {
          flat.add(new Step.Barrier());
          flat.addAll(order(replay));
          flat.add(new Step.Barrier());
        }
        case Step.Host host -> {
          flat.add(new Step.Barrier());
          flat.add(host);
          flat.add(new Step.Barrier());
        }
        case Step.Run run -> flat.add(run);
        case Step.Barrier barrier -> flat.add(barrier);
      }
    }
    flat.add(new Step.Barrier());
    List<Step> ordered = new ArrayList<>();
    List<Step> unordered = new ArrayList<>();
    for (Step step : flat) {
      if (step instanceof Step.Barrier) {
        ordered.addAll(unordered.reversed());
        unordered.clear();
      } else {
        unordered.add(step);
      }
    }
    return ordered;
  }
}
