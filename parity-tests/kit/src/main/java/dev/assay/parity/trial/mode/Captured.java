package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import java.util.List;
import org.apiguardian.api.API;

/** Captured with slots and replayed command by command. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Captured implements ModeRun {
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
    Schedule schedule = Schedules.capture(stage, stage.rounds());
    SlotValues values = schedule.newValues();
    for (int i = 0; i < stage.rounds().size(); i++) {
      Schedules.fill(values, stage.rounds().get(i), i);
    }
    try (Encoder encoder = stage.queue().encoder("captured")) {
      encoder.replay(values);
      Submission submission = encoder.commit();
      submission.await(LIMIT);
      return List.of(submission);
    }
  }
}
