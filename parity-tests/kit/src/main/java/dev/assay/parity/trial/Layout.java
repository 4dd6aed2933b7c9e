package dev.assay.parity.trial;

import org.apiguardian.api.API;

/**
 * How the views of a dispatch lie in memory.
 *
 * @param together whether all views share one buffer, each with guards of its own, or have a buffer each
 * @param inPlace whether an output takes the place of an input where the declaration allows it
 * @param nanGuards whether guards are NaN, which spoils what reads them, or a pattern, which shows what moved
 * @param shift elements between the aligned start behind a guard and the view, at least 1
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record Layout(boolean together, boolean inPlace, boolean nanGuards, int shift) {
  private static final int SHIFTS = 5;

  /** A layout for each number: all combinations come up. */
  public static Layout numbered(int number) {
    return new Layout((number & 1) != 0, (number & 2) != 0, (number >> 2 & 1) == (number & 1),
        1 + number % SHIFTS);
  }

  /** As reports name it, such as {@code together in-place shift=3}. */
  @Override
  public String toString() {
    return (together ? "together" : "apart") + (inPlace ? " in-place" : "")
        + (nanGuards ? " nan-guards" : "") + " shift=" + shift;
  }
}
