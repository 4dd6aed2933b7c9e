package dev.assay.parity.junit;

import java.util.ArrayList;
import java.util.List;

/** Steps between two barriers may run in any order: here the last runs first, so that a barrier missed shows. */
final class Overlap {
  private final List<Runnable> steps = new ArrayList<>();

  void add(Runnable step) {
    steps.add(step);
  }

  /** Runs what was added since the last barrier. */
  void barrier() {
    steps.reversed().forEach(Runnable::run);
    steps.clear();
  }
}
