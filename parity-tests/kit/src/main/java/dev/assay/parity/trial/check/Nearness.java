package dev.assay.parity.trial.check;

import dev.assay.spi.data.Elements;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apiguardian.api.API;

/**
 * How near one element came to what it should be.
 *
 * @param output the parameter that was written
 * @param element the element's place in it
 * @param expected what it should be
 * @param found what it was
 * @param bound how far it may lie from that
 * @param share the distance as a part of the bound: 1 or less is near enough
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record Nearness(
    String output,
    long element,
    double expected,
    double found,
    double bound,
    double share) {
  /** The element of all outputs with the largest share; none where nothing was written. */
  public static Optional<Nearness> worst(Observation observation) {
    Nearness[] worst = new Nearness[1];
    DoubleUnaryOperator bound = observation.bound();
    boolean exact = observation.isExact();
    observation.forEachOutput((output, expected) -> {
      Elements found = observation.found(output);
      long worstPlace = -1;
      double worstShare = worst[0] == null ? -1 : worst[0].share;
      for (long i = 0; i < Math.min(expected.length(), found.length()); i++) {
        double share = share(expected, found, i, exact, bound);
        if (share > worstShare) {
          worstPlace = i;
          worstShare = share;
        }
      }
      if (worstPlace >= 0) {
        double wanted = number(expected, worstPlace);
        worst[0] = new Nearness(output, worstPlace, wanted, number(found, worstPlace),
            expected.dtype().isFloat() && !exact ? bound.applyAsDouble(wanted) : 0, worstShare);
      }
    });
    return Optional.ofNullable(worst[0]);
  }

  /**
   * The distance of an element as a part of its bound. 0 for equal integers, equal bits and NaN where NaN is expected;
   * infinite for whatever no bound allows: other integers, other bits where they must be equal, NaN for a number.
   */
  static double share(Elements expected, Elements found, long i, boolean exact,
      DoubleUnaryOperator bound) {
    if (!expected.dtype().isFloat()) {
      return found.getLong(i) == expected.getLong(i) ? 0 : Double.POSITIVE_INFINITY;
    }
    double wanted = expected.getDouble(i);
    double actual = found.getDouble(i);
    // Compared as bits first: 0 and −0 are equal numbers, NaN is unequal to itself.
    if (Double.compare(wanted, actual) == 0) {
      return 0;
    }
    double distance = Math.abs(actual - wanted);
    if (exact || Double.isNaN(distance)) {
      return Double.POSITIVE_INFINITY;
    }
    double allowed = bound.applyAsDouble(wanted);
    // The quotient may round to 1 on either side of it.
    return distance <= allowed
        ? Math.min(1, distance == 0 ? 0 : distance / allowed)
        : Math.max(Math.nextUp(1.0), distance / allowed);
  }

  private static double number(Elements elements, long i) {
    return elements.dtype().isFloat() ? elements.getDouble(i) : (double) elements.getLong(i);
  }
}
