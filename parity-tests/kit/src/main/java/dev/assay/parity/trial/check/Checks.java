package dev.assay.parity.trial.check;

import java.util.List;
import org.apiguardian.api.API;

/** All checks. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Checks {
  /** Every check there is, the ones that explain others first. */
  public static final List<Check> ALL = List.of(
      new Completed(),
      new DeviceAsked(),
      new LengthsEqual(),
      new FiniteUnlessIntended(),
      new GuardsIntact(),
      new InputsUnchanged(),
      new EveryElementWritten(),
      new NotSuspicious(),
      new ElementsNear(),
      new TensorNear());

  private Checks() {}
}
