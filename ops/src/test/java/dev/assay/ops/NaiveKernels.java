package dev.assay.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.ops.ExactCase.Expected;
import dev.assay.ops.ExactCase.Rule;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.kernel.KernelCase;
import dev.assay.spi.kernel.KernelDeclaration;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** All kernels again, one element at a time from its index and by other formulas than the reference functions use. */
final class NaiveKernels {
  private static final int MOST_CHECKED = 16;
  private static final Map<String, Rule> RULES = new HashMap<>();

  static {
    RULES.putAll(NaiveElementwise.RULES);
    RULES.putAll(NaiveMovement.RULES);
    RULES.putAll(NaiveReductions.RULES);
  }

  private NaiveKernels() {}

  /** Compares elements of an output (all of them when they are few, else some by chance) with the naive result. */
  static void check(KernelDeclaration kernel, KernelCase input, String output, Elements found) {
    String name = kernel.name().name();
    NaiveNetworkKernels network = new NaiveNetworkKernels(input);
    Rule rule = RULES.getOrDefault(name,
        (exact, of, i) -> new Expected.Real(network.element(name, of, i)));
    RandomGenerator random = new java.util.Random(found.length());
    long checked = Math.min(MOST_CHECKED, found.length());
    for (long i = 0; i < checked; i++) {
      long index = found.length() <= MOST_CHECKED ? i : random.nextLong(found.length());
      String what = kernel + " (" + input.dtype() + ") " + input.label() + ", " + output + " at "
          + index;
      check(what, rule.at(new ExactCase(input), output, index), found.slice(index, 1));
    }
  }

  private static void check(String what, Expected expected, Elements actual) {
    DType dtype = actual.dtype();
    switch (expected) {
      case Expected.Same same -> assertThat(actual.sameBits(same.source().slice(same.index(), 1)))
          .as("%s: expected the bits of element %s", what, same.index())
          .isTrue();
      case Expected.Whole whole -> assertThat(actual.getLong(0)).as(what)
          .isEqualTo(cut(dtype, whole.value()));
      // Two computations may straddle a rounding boundary: one unit apart.
      case Expected.Real real -> Closeness.assertClose(what, actual,
          Elements.of(dtype, real.value()), Closeness.oneRounding(dtype));
    }
  }

  private static long cut(DType dtype, BigInteger value) {
    Elements one = Elements.zeros(dtype, 1);
    one.setLongBits(0, value.longValue());
    return one.getLong(0);
  }
}
