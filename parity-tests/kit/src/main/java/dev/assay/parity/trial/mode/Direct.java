package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Submission;
import java.util.List;
import org.apiguardian.api.API;

/** Checked and encoded at the call. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Direct implements ModeRun {
  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public boolean isPatched() {
    return false;
  }

  @Override
  public List<Submission> run(Stage stage) {
    try (Encoder encoder = stage.queue().encoder("direct")) {
      for (Arrangement round : stage.rounds()) {
        encoder.dispatch(stage.pipeline(), round.bindings(), "direct");
      }
      Submission submission = encoder.commit();
      submission.await(LIMIT);
      return List.of(submission);
    }
  }
}
