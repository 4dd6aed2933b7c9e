package dev.assay.backend.metal.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** In which of the orders that Metal allows the dispatches of a stage run, and the threads of a threadgroup. */
enum ExecutionOrder {
  FORWARD,
  REVERSE,
  /** Shuffled, alike in every run. */
  SEEDED;

  private static final int SEED = 0x5EED;

  /**
   * The dispatches of a stage as they run.
   *
   * @param number of the stage in its queue
   */
  List<Encoded> of(Stage stage, int number) {
    if (this == FORWARD || stage.size() < 2) {
      return stage.dispatches();
    }
    if (this == REVERSE) {
      return stage.dispatches().reversed();
    }
    List<Encoded> shuffled = new ArrayList<>(stage.dispatches());
    Collections.shuffle(shuffled, new Random(SEED + (long) number));
    return shuffled;
  }

  /** What {@link dev.assay.msl.exec.RunRequest} takes for the threads of a threadgroup. */
  int threads() {
    return switch (this) {
      case FORWARD -> 0;
      case REVERSE -> 1;
      case SEEDED -> SEED;
    };
  }
}
