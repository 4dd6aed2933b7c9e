package dev.assay.parity.trial.check;

import dev.assay.parity.trial.Content;
import java.util.Set;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** A result that is all zero, all equal or an input, which is the mark of work not done, unless it must be. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class NotSuspicious implements Check {
  @Override
  public String name() {
    return "suspicious";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    Content content = observation.arrangement().content();
    observation.forEachOutput((output, expected) -> {
      Set<String> ways = Degeneracy.of(observation.found(output), content);
      ways.removeAll(Degeneracy.of(expected, content));
      if (!ways.isEmpty()) {
        finding.accept("'" + output + "' is " + String.join(" and ", ways)
            + ", which is not expected");
      }
    });
  }
}
