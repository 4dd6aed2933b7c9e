package dev.assay.parity.trial.check;

import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import org.apiguardian.api.API;

/**
 * Every element within its bound, every integer and everything exact equal in its bits; NaN exactly where NaN is
 * expected, infinities by sign.
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
      DoubleUnaryOperator bound = observation.bound();
      for (long i = 0; i < Math.min(expected.length(), found.length()); i++) {
        if (Nearness.share(expected, found, i, observation.isExact(), bound) > 1) {
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

  private static String text(Elements elements, long i) {
    DType dtype = elements.dtype();
    return dtype.isFloat()
        ? Double.toString(elements.getDouble(i))
        : Long.toString(elements.getLong(i));
  }
}
