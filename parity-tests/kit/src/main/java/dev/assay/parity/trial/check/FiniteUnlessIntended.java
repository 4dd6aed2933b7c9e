package dev.assay.parity.trial.check;

import dev.assay.parity.trial.Content;
import dev.assay.spi.data.Elements;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** NaN or infinity is expected only where the case means it: from a golden case, or from inputs that are not finite. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class FiniteUnlessIntended implements Check {
  @Override
  public String name() {
    return "finite";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    Content content = observation.arrangement().content();
    if (content.intendsNonFinite() || content.isEmpty()) {
      return;
    }
    content.reached().forEach((output, expected) -> {
      for (long i = 0; expected.dtype().isFloat() && i < expected.length(); i++) {
        if (!Double.isFinite(expected.getDouble(i))) {
          finding.accept("element " + i + " of '" + output + "' is expected to be "
              + expected.getDouble(i) + " although every input is finite");
          return;
        }
      }
    });
  }
}
