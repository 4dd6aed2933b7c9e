package dev.assay.ops;

import dev.assay.ops.ExactCase.Expected;
import dev.assay.ops.ExactCase.Rule;
import dev.assay.spi.data.DType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.LongStream;

/** Rules of the kernels that reduce, search or accumulate along an axis. */
final class NaiveReductions {
  static final Map<String, Rule> RULES = new HashMap<>();

  static {
    RULES.put("reduce_sum", (exact, output, i) -> exact.number(sum(exact, i)));
    RULES.put("reduce_mean", (exact, output, i) -> exact.field("axis") == 0
        ? new Expected.Real(Double.NaN)
        : exact.number(sum(exact, i)
            .divide(BigDecimal.valueOf(exact.field("axis")), Decimals.DIGITS)));
    RULES.put("reduce_prod", (exact, output, i) -> product(exact, i));
    RULES.put("reduce_max", (exact, output, i) -> extreme(exact, i, BigDecimal::max));
    RULES.put("reduce_min", (exact, output, i) -> extreme(exact, i, BigDecimal::min));
    RULES.put("argmax", (exact, output, i) -> arg(exact, i, true));
    RULES.put("argmin", (exact, output, i) -> arg(exact, i, false));
    RULES.put("top_k", NaiveReductions::topK);
    RULES.put("cumsum", (exact, output, i) -> cumulative(exact, i));
  }

  private NaiveReductions() {}

  /** Positions of the elements that are reduced into element i. */
  private static LongStream along(ExactCase exact, long i) {
    long inner = exact.field("inner");
    long axis = exact.field("axis");
    return LongStream.range(0, axis).map(j -> (i / inner * axis + j) * inner + i % inner);
  }

  private static BigDecimal sum(ExactCase exact, long i) {
    return along(exact, i).mapToObj(at -> exact.exact("x", at))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Expected product(ExactCase exact, long i) {
    if (exact.dtype().isFloat()) {
      return exact.number(along(exact, i).mapToObj(at -> exact.exact("x", at))
          .reduce(BigDecimal.ONE, (a, b) -> a.multiply(b, Decimals.DIGITS)));
    }
    BigInteger modulus = BigInteger.TWO.pow(64);
    return new Expected.Whole(along(exact, i).mapToObj(at -> exact.whole("x", at))
        .reduce(BigInteger.ONE, (a, b) -> a.multiply(b).mod(modulus)));
  }

  private static Expected extreme(ExactCase exact, long i, BinaryOperator<BigDecimal> better) {
    return along(exact, i).mapToObj(at -> exact.exact("x", at))
        .reduce(better)
        .map(exact::number)
        .orElseGet(() -> overNothing(exact.dtype(), better));
  }

  /** What loses against every element. */
  private static Expected overNothing(DType dtype, BinaryOperator<BigDecimal> better) {
    boolean max = better.apply(BigDecimal.ZERO, BigDecimal.ONE).signum() > 0;
    if (dtype.isFloat()) {
      return new Expected.Real(max ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }
    BigInteger least = BigInteger.valueOf(dtype.minLong());
    BigInteger most = dtype == DType.U64
        ? BigInteger.TWO.pow(64).subtract(BigInteger.ONE)
        : BigInteger.valueOf(dtype.maxLong());
    return new Expected.Whole(max ? least : most);
  }

  /** Negative when element a of x comes before element b, 0 when they are equal. */
  private static int order(ExactCase exact, long a, long b, boolean largestFirst) {
    BigDecimal left = exact.exact("x", a);
    BigDecimal right = exact.exact("x", b);
    return largestFirst ? right.compareTo(left) : left.compareTo(right);
  }

  private static Expected arg(ExactCase exact, long i, boolean largest) {
    long[] positions = along(exact, i).toArray();
    int best = 0;
    for (int j = 1; j < positions.length; j++) {
      int order = order(exact, positions[best], positions[j], largest);
      boolean later = order == 0 && exact.flag("select_last");
      best = order > 0 || later ? j : best;
    }
    return new Expected.Whole(BigInteger.valueOf(best));
  }

  /** The element that as many others come before as its rank says. */
  private static Expected topK(ExactCase exact, String output, long i) {
    long inner = exact.field("inner");
    long k = exact.field("k");
    long rank = i / inner % k;
    long[] positions = along(exact, i / inner / k * inner + i % inner).toArray();
    for (int j = 0; j < positions.length; j++) {
      long before = 0;
      for (int other = 0; other < positions.length; other++) {
        int order = order(exact, positions[other], positions[j], exact.flag("largest"));
        before += order < 0 || (order == 0 && other < j) ? 1 : 0;
      }
      if (before == rank) {
        return output.equals("values")
            ? exact.same("x", positions[j])
            : new Expected.Whole(BigInteger.valueOf(j));
      }
    }
    throw new AssertionError("no element has rank " + rank);
  }

  private static Expected cumulative(ExactCase exact, long i) {
    long inner = exact.field("inner");
    long axis = exact.field("axis");
    long own = i / inner % axis;
    long first = i - own * inner;
    BigDecimal sum = BigDecimal.ZERO;
    for (long j = 0; j < axis; j++) {
      boolean before = exact.flag("reverse") ? j > own : j < own;
      if (before || (j == own && !exact.flag("exclusive"))) {
        sum = sum.add(exact.exact("x", first + j * inner));
      }
    }
    return exact.number(sum);
  }
}
