package dev.assay.ops;

import dev.assay.ops.ExactCase.Rule;
import java.util.HashMap;
import java.util.Map;

/** Rules of the kernels that move elements: where each element of the output comes from. */
final class NaiveMovement {
  static final Map<String, Rule> RULES = new HashMap<>();

  static {
    RULES.put("copy",
        (naive, output, i) -> naive.same("x", naive.strided(i, "shape", "strides")));
    RULES.put("gather", (naive, output, i) -> naive.same("table",
        naive.buffer("indices").getLong(i / naive.field("width")) * naive.field("width")
            + i % naive.field("width")));
  }

  private NaiveMovement() {}
}
