package dev.assay.parity.trial.mode;

import dev.assay.parity.ParityCodes;
import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.error.Problem;
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
      requireNothingDirect(compiled.explain());
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

  /** A backend that dispatches one by one what it was told to replay gives the right results, and proves nothing. */
  private static void requireNothingDirect(CompiledSchedule.Explanation explanation) {
    int replayed =
        explanation.segments().stream().mapToInt(CompiledSchedule.Segment::commands).sum();
    if (!explanation.direct().isEmpty() || replayed != explanation.commands()) {
      throw new DeviceException(
          Problem.of(ParityCodes.MODE_IGNORED, "the work does not run as segments, though asked to")
              .at("strict compile")
              .expected("all of " + explanation.commands() + " commands in segments",
                  replayed + "; direct: " + explanation.direct()));
    }
  }
}
