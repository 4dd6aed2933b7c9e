package dev.assay.parity.trial.check;

import dev.assay.spi.data.Elements;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import org.apiguardian.api.API;

/**
 * The whole of a result, measured at once: the root mean square of its errors is at most half of that of the bounds. Bounds
 * are for the worst element; a result in which every element is nearly that bad is wrong in a way that no element shows.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class TensorNear implements Check {
  private static final double SHARE = 0.5;
  /** Below this number of elements the worst one is a fair part of the whole. */
  private static final int FEWEST = 16;

  @Override
  public String name() {
    return "tensor";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    observation.forEachOutput((output, expected) -> {
      Elements found = observation.found(output);
      if (!expected.dtype().isFloat() || expected.length() < FEWEST
          || expected.length() != found.length()) {
        return;
      }
      DoubleUnaryOperator allowed = observation.bound();
      double errors = 0;
      double bounds = 0;
      for (long i = 0; i < expected.length(); i++) {
        double wanted = expected.getDouble(i);
        double error = found.getDouble(i) - wanted;
        // Elements that are not finite have no distance; the check of elements compares them.
        if (Double.isFinite(wanted) && Double.isFinite(error)) {
          double bound = allowed.applyAsDouble(wanted);
          errors += error * error;
          bounds += bound * bound;
        }
      }
      if (errors > SHARE * SHARE * bounds) {
        finding.accept("the errors of '" + output + "' are " + Math.sqrt(errors / bounds)
            + " of their bounds in root mean square, allowed is " + SHARE);
      }
    });
  }
}
