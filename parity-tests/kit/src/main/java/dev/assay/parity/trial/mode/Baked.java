package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Submission;
import java.util.List;
import org.apiguardian.api.API;

/**
 * As records: one with all its views baked, and one with slots. Before the first goes a decoy that it must overwrite.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Baked implements ModeRun {
  @Override
  public int rounds() {
    return 2;
  }

  @Override
  public boolean isPatched() {
    return false;
  }

  @Override
  public List<Submission> run(Stage stage) {
    Arrangement first = stage.rounds().getFirst();
    Arrangement second = stage.rounds().getLast();
    DispatchRecord whole = stage.pipeline().bake(first.bindings(), "baked");
    DispatchRecord open = Records.record(stage, name -> true);
    try (Encoder encoder = stage.queue().encoder("baked")) {
      first.decoy(second)
          .ifPresent(views -> encoder.dispatch(Records.fill(open.newValues(), views)));
      encoder.dispatch(whole);
      encoder.dispatch(Records.fill(stage, open.newValues(), second));
      Submission submission = encoder.commit();
      submission.await(LIMIT);
      return List.of(submission);
    }
  }
}
