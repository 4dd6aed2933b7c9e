package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import java.util.List;
import org.apiguardian.api.API;

/**
 * As one segment of several commands, compiled so that anything that stays direct is an error, and executed in two parts.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Indirect implements ModeRun {
  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public boolean isPatched() {
    return false;
  }

  @Override
  public List<Submission> run(Stage stage) {
    Schedule schedule = Schedules.capture(stage, stage.rounds());
    int steps = schedule.items().size();
    try (
        CompiledSchedule compiled =
            stage.backend().compile(schedule, CompiledSchedule.Options.STRICT);
        Encoder encoder = stage.queue().encoder("indirect")) {
      SlotValues values = compiled.newValues();
      for (int i = 0; i < stage.rounds().size(); i++) {
        Schedules.fill(values, stage.rounds().get(i), i);
      }
      encoder.execute(values, 0, steps - 1);
      encoder.execute(values, steps - 1, steps);
      Submission submission = encoder.commit();
      submission.await(LIMIT);
      return List.of(submission);
    }
  }
}
