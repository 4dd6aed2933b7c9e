package dev.assay.parity.trial.check;

import dev.assay.spi.backend.Submission;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** Something was submitted, and all of it ran to its end. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Completed implements Check {
  @Override
  public String name() {
    return "completed";
  }

  @Override
  public void look(Observation observation, Consumer<String> finding) {
    if (observation.submissions().isEmpty()) {
      finding.accept("nothing was submitted");
    }
    for (Submission submission : observation.submissions()) {
      if (submission.status() != Submission.Status.COMPLETED) {
        finding.accept("submission '" + submission.label() + "' is " + submission.status());
      }
    }
  }
}
