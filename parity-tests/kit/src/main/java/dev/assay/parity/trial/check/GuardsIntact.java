package dev.assay.parity.trial.check;

import java.util.function.Consumer;
import org.apiguardian.api.API;

/** Nothing outside the views has changed. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class GuardsIntact implements Check {
  @Override
  public String name() {
    return "guards";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    observation.arrangement().damage().ifPresent(finding);
  }
}
