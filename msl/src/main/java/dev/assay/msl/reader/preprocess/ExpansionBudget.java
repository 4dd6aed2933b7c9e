package dev.assay.msl.reader.preprocess;

import dev.assay.msl.reader.text.Diagnostics;
import dev.assay.msl.reader.text.Token;

/** Bounds what macros may produce in one reading, so that a few hostile lines cannot fill memory or the stack. */
final class ExpansionBudget {

  /** Tokens that all expansions together may produce; the largest real projects stay under a tenth of it. */
  static final int MAX_TOKENS = 3_000_000;

  /** Macro uses inside arguments of macro uses. */
  static final int MAX_DEPTH = 128;

  private final Diagnostics diagnostics;
  private int left = MAX_TOKENS;
  private int depth;
  private boolean exhausted;
  private int counter;

  ExpansionBudget(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Whether nothing may be expanded any more. */
  boolean isExhausted() {
    return exhausted;
  }

  /** Accounts for tokens; false when they are too many. */
  boolean spend(int tokens, Token use) {
    left -= tokens;
    if (left < 0 && !exhausted) {
      exhausted = true;
      diagnostics.error(use.position(), "macros expand to more than " + MAX_TOKENS + " tokens");
    }
    return !exhausted;
  }

  /** Enters an argument; false when that is too deep, and then {@link #leave} is not called. */
  boolean enter(Token use) {
    if (depth >= MAX_DEPTH) {
      exhausted = true;
      diagnostics.error(use.position(), "macro arguments are nested deeper than " + MAX_DEPTH);
      return false;
    }
    depth++;
    return true;
  }

  void leave() {
    depth--;
  }

  /** The next value of {@code __COUNTER__}. */
  int nextCounter() {
    return counter++;
  }
}
