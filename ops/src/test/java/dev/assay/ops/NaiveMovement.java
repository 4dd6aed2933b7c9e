package dev.assay.ops;

import dev.assay.ops.ExactCase.Expected;
import dev.assay.ops.ExactCase.Rule;
import dev.assay.spi.data.Elements;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Rules of the kernels that move elements: where each element of the output comes from. */
final class NaiveMovement {
  static final Map<String, Rule> RULES = new HashMap<>();

  static {
    RULES.put("copy",
        (exact, output, i) -> exact.same("x", exact.strided(i, "shape", "strides")));
    RULES.put("gather", (exact, output, i) -> {
      long width = exact.field("width");
      long count = exact.field("count");
      long row = exact.buffer("indices").getLong(i / width % count);
      long outer = i / width / count;
      return exact.same("table", (outer * exact.field("rows") + row) * width + i % width);
    });
    RULES.put("gather_elements", (exact, output, i) -> exact.same("x",
        exact.strided(i, "shape", "strides")
            + exact.buffer("indices").getLong(i) * exact.field("axis_stride")));
    RULES.put("narrow", (exact, output, i) -> {
      long inner = exact.field("inner");
      long length = exact.field("length");
      long j = exact.field("start") + i / inner % length;
      return exact.same("x",
          (i / inner / length * exact.field("axis") + j) * inner + i % inner);
    });
    RULES.put("concat", (exact, output, i) -> {
      long inner = exact.field("inner");
      long j = i / inner % exact.field("axis") - exact.field("start");
      long length = exact.field("length");
      long outer = i / inner / exact.field("axis");
      return j < 0 || j >= length
          ? exact.same("out", i)
          : exact.same("x", (outer * length + j) * inner + i % inner);
    });
    RULES.put("pad", (exact, output, i) -> {
      long[] at = ExactCase.coordinates(i, exact.fields("shape"));
      long[] before = exact.fields("before");
      long[] sizes = exact.fields("x_shape");
      Arrays.setAll(at, d -> at[d] - before[d]);
      boolean inside =
          IntStream.range(0, at.length).allMatch(d -> at[d] >= 0 && at[d] < sizes[d]);
      return inside
          ? exact.same("x", ExactCase.dot(at, exact.fields("x_strides")))
          : exact.same("value", 0);
    });
    RULES.put("trilu", (exact, output, i) -> {
      long columns = exact.field("columns");
      long above = i % columns - i / columns % exact.field("rows") - exact.field("diagonal");
      return (exact.flag("upper") ? above >= 0 : above <= 0)
          ? exact.same("x", i)
          : new Expected.Same(Elements.zeros(exact.dtype(), 1), 0);
    });
  }

  private NaiveMovement() {}
}
