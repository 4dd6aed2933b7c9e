package dev.assay.parity.trial.check;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/**
 * Every element within its bound, every integer and everything exact equal in its bits; NaN exactly where NaN is
 * expected, infinities by sign. Written so that a comparison with NaN fails.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class ElementsNear implements Check {
  @Override
  public String name() {
    return "elements";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    observation.forEachOutput((output, expected) -> {
      Elements found = observation.found(output);
      long wrong = 0;
      long first = -1;
      for (long i = 0; i < Math.min(expected.length(), found.length()); i++) {
        if (!isNear(observation, expected, found, i)) {
          first = first < 0 ? i : first;
          wrong++;
        }
      }
      if (wrong > 0) {
        finding.accept(wrong + " of " + expected.length() + " elements of '" + output
            + "' are wrong, first element " + first + ": expected " + text(expected, first)
            + ", was " + text(found, first));
      }
    });
  }

  private static boolean isNear(Observation observation, Elements expected, Elements found,
      long i) {
    if (!expected.dtype().isFloat()) {
      return found.getLong(i) == expected.getLong(i);
    }
    double wanted = expected.getDouble(i);
    double actual = found.getDouble(i);
    if (Double.isNaN(wanted) || Double.isNaN(actual)) {
      return Double.isNaN(wanted) && Double.isNaN(actual);
    }
    // Compared as bits where they must be: 0 and −0 are equal numbers.
    return Double.compare(wanted, actual) == 0
        || (!observation.isExact() && Math.abs(actual - wanted) <= observation.bound(wanted));
  }

  private static String text(Elements elements, long i) {
    DType dtype = elements.dtype();
    return dtype.isFloat()
        ? Double.toString(elements.getDouble(i))
        : Long.toString(elements.getLong(i));
  }
}
