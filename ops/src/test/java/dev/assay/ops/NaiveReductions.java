package dev.assay.ops;

import dev.assay.ops.ExactCase.Rule;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** Rules of the reductions. */
final class NaiveReductions {
  static final Map<String, Rule> RULES = new HashMap<>();

  static {
    RULES.put("reduce_sum", (naive, output, i) -> {
      BigDecimal sum = BigDecimal.ZERO;
      for (long j = 0; j < naive.field("axis"); j++) {
        sum = sum.add(naive.exact("x", along(naive, i, j)));
      }
      return naive.number(sum);
    });
  }

  private NaiveReductions() {}

  /** Element j of the axis that is reduced into element i. */
  private static long along(ExactCase naive, long i, long j) {
    long inner = naive.field("inner");
    return (i / inner * naive.field("axis") + j) * inner + i % inner;
  }
}
