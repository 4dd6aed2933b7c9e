package dev.assay.spi.kernel;

import org.apiguardian.api.API;

/**
 * How far a result may lie from the reference, per element: {@code |actual − expected| ≤ floor + relative ·
 * |expected|}, both factors grown for long reductions. Exact means equal bits, NaN aside.
 *
 * @param floor the absolute part, in the unit of the output
 * @param relative the part relative to the expected value
 * @param growth how the bound grows with the number of terms reduced into one element
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Tolerance(double floor, double relative, Growth growth) {
  /** Growth with the reduced length n. */
  public enum Growth {
    /** Not at all. */
    NONE,
    /** With √n: rounding errors of a sum behave like a random walk. */
    SQRT,
    /** With n: the worst case. */
    LINEAR
  }

  /** Checks that the bounds are finite and not negative. */
  public Tolerance {
    if (!(floor >= 0 && relative >= 0 && floor + relative < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "a tolerance is finite and not negative: " + floor + ", " + relative);
    }
  }

  /** Equal bits (NaN equals NaN). */
  public static Tolerance exact() {
    return new Tolerance(0, 0, Growth.NONE);
  }

  /** The same bound for the absolute and the relative part. */
  public static Tolerance of(double bound) {
    return new Tolerance(bound, bound, Growth.NONE);
  }

  /** The same tolerance with another absolute part. */
  public Tolerance withFloor(double absolute) {
    return new Tolerance(absolute, relative, growth);
  }

  /** The same tolerance growing with the reduced length. */
  public Tolerance growing(Growth with) {
    return new Tolerance(floor, relative, with);
  }

  /**
   * The allowed distance from {@code expected} for an element reduced from {@code reducedLength} terms; 0 where {@code
   * expected} is infinite or NaN, of which nothing else is near.
   */
  public double bound(double expected, long reducedLength) {
    if (!Double.isFinite(expected)) {
      return 0;
    }
    double factor = switch (growth) {
      case NONE -> 1;
      case SQRT -> Math.sqrt((double) Math.max(1, reducedLength));
      case LINEAR -> (double) Math.max(1, reducedLength);
    };
    return factor * (floor + relative * Math.abs(expected));
  }
}
