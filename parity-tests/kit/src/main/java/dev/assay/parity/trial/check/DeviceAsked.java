package dev.assay.parity.trial.check;

import dev.assay.parity.trial.check.Observation.Asked;
import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.BufferView;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** The work ran on the backend and device that were asked for, on memory of theirs, and on no substitute. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class DeviceAsked implements Check {
  @Override
  public String name() {
    return "device";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    compare("the backend", observation.backend(), observation.asked(), finding);
    for (BufferView view : observation.arrangement().views().values()) {
      compare("the owner of its memory", view.buffer().owner(), observation.asked(), finding);
    }
  }

  private static void compare(String what, Backend backend, Asked asked,
      Consumer<String> finding) {
    Asked found = new Asked(backend.id(), backend.device());
    if (!found.equals(asked)) {
      finding.accept(what + " is " + found + " and not " + asked);
    }
  }
}
