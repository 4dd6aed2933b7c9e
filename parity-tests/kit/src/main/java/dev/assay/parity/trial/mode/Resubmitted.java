package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/**
 * One record three times and one segment three times, each time with other data in other memory and the patched field
 * going down and up again, so that whatever is stale shows.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Resubmitted implements ModeRun {
  private static final int TIMES = 3;

  @Override
  public int rounds() {
    return 2 * TIMES;
  }

  @Override
  public boolean isPatched() {
    return true;
  }

  @Override
  public List<Submission> run(Stage stage) {
    List<Submission> submissions = new ArrayList<>();
    DispatchRecord record = Records.record(stage, name -> true);
    SlotValues recordValues = record.newValues();
    for (Arrangement round : stage.rounds().subList(0, TIMES)) {
      Records.fill(stage, recordValues, round);
      submissions.add(submit(stage, encoder -> encoder.dispatch(recordValues)));
    }
    try (CompiledSchedule compiled = stage.backend()
        .compile(Schedules.capture(stage, stage.rounds().subList(0, 1)),
            Schedules.WHERE_POSSIBLE)) {
      SlotValues segmentValues = compiled.newValues();
      for (Arrangement round : stage.rounds().subList(TIMES, 2 * TIMES)) {
        Schedules.fill(segmentValues, round, 0);
        Records.patch(stage, segmentValues, round);
        submissions.add(submit(stage, encoder -> encoder.execute(segmentValues)));
      }
    }
    return submissions;
  }

  private static Submission submit(Stage stage, Consumer<Encoder> work) {
    try (Encoder encoder = stage.queue().encoder("resubmitted")) {
      work.accept(encoder);
      Submission submission = encoder.commit();
      submission.await(LIMIT);
      return submission;
    }
  }
}
