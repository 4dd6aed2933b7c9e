package dev.assay.ops.movement;

import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidInputException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;

/** The check that reference functions make before they follow indices. */
final class IndexCheck {
  private static final int MOST_PROBLEMS = 8;

  private IndexCheck() {}

  /** Throws an {@link InvalidInputException} that names the first indices outside 0 to before {@code size}. */
  static void check(String kernel, Elements indices, long size, String indexed) {
    Problems problems = new Problems(kernel);
    for (long i = 0; i < indices.length() && problems.list().size() < MOST_PROBLEMS; i++) {
      long index = indices.getLong(i);
      if (index < 0 || index >= size) {
        problems.add(Problem
            .of(Codes.INDEX_OUT_OF_RANGE,
                "index " + index + " at position " + i + " lies outside " + indexed)
            .expected(
                size == 0 ? "no index: " + indexed + " has no rows" : "0 to " + (size - 1),
                Long.toString(index))
            .remedy("check what the indices were made from"));
      }
    }
    problems.throwIfAny(InvalidInputException::new);
  }
}
