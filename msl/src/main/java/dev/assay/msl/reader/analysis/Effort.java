package dev.assay.msl.reader.analysis;

/**
 * Bounds the work on types and constants of one text: depth against the stack, steps against templates that instantiate
 * each other without end. What lies past a bound stays unknown.
 */
final class Effort {

  private static final int MAX_DEPTH = 40;

  /** Real files of 15,000 lines with hundreds of instantiations take about a hundred thousand. */
  private static final int MAX_STEPS = 2_000_000;

  private int depth;
  private int steps;

  /** Enters a step; false when it must not be taken, and then {@link #leave} is not called. */
  boolean enter() {
    if (depth >= MAX_DEPTH || steps >= MAX_STEPS) {
      return false;
    }
    depth++;
    steps++;
    return true;
  }

  void leave() {
    depth--;
  }
}
