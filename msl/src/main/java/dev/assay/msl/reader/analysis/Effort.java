package dev.assay.msl.reader.analysis;

/**
 * Bounds the work on types and constants of one text: depth against the stack, tokens looked at
 * against templates that instantiate each other without end. What lies past a bound stays unknown.
 */
final class Effort {

  private static final int MAX_DEPTH = 40;

  /** Longest type or expression that is looked into. */
  private static final int MAX_TOKENS = 4_000;

  /** Real files of 15,000 lines with hundreds of instantiations take about a hundred thousand. */
  private static final int MAX_WORK = 1_000_000;

  private int depth;
  private int work;

  /**
   * Enters a step; false when it must not be taken, and then {@link #leave} is not called.
   *
   * @param tokens how many tokens it looks at
   */
  boolean enter(int tokens) {
    if (depth >= MAX_DEPTH || work >= MAX_WORK || tokens > MAX_TOKENS) {
      return false;
    }
    depth++;
    work += 1 + tokens;
    return true;
  }

  void leave() {
    depth--;
  }

  /** Whether the text asked for more work than is done. */
  boolean isExhausted() {
    return work >= MAX_WORK;
  }
}
