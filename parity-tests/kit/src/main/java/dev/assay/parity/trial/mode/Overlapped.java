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
import org.apiguardian.api.API;

/**
 * Four submissions committed before any is waited for, by turns through one record and one compiled schedule. The values
 * of a run are changed for the next one while it is in flight: a run must have taken its own copy.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Overlapped implements ModeRun {
  @Override
  public int rounds() {
    return 4;
  }

  @Override
  public boolean isPatched() {
    return true;
  }

  @Override
  public List<Submission> run(Stage stage) {
    DispatchRecord record = Records.record(stage, name -> true);
    SlotValues recordValues = record.newValues();
    List<Submission> submissions = new ArrayList<>();
    try (CompiledSchedule compiled = stage.backend()
        .compile(Schedules.capture(stage, stage.rounds().subList(0, 1)),
            Schedules.WHERE_POSSIBLE)) {
      SlotValues segmentValues = compiled.newValues();
      for (Arrangement round : stage.rounds()) {
        try (Encoder encoder = stage.queue().encoder("overlapped")) {
          if (submissions.size() % 2 == 0) {
            encoder.dispatch(Records.fill(stage, recordValues, round));
          } else {
            Schedules.fill(segmentValues, round, 0);
            encoder.execute(Records.patch(stage, segmentValues, round));
          }
          submissions.add(encoder.commit());
        }
      }
      // The last one first: a wait must not depend on the order of waiting.
      submissions.reversed().forEach(submission -> submission.await(LIMIT));
    }
    return submissions;
  }
}
