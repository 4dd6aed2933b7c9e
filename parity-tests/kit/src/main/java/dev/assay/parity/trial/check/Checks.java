package dev.assay.parity.trial.check;

import java.util.List;
import org.apiguardian.api.API;

/** All checks. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Checks {
  /** Every check there is, the ones that explain others first. */
  public static final List<Check> ALL = List.of(new GuardsIntact(), new ElementsNear());

  private Checks() {}
}
