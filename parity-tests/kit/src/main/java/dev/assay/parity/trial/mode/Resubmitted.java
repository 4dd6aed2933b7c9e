package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import java.util.List;
import org.apiguardian.api.API;

/**
 * One record three times and one segment three times, each as one execution with other data in other memory and the
 * patched field going down and up again, so that whatever is stale shows.
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
    DispatchRecord record = Records.record(stage, name -> true);
    SlotValues recordValues = record.newValues();
    Execution ofRecord = stage.queue().execution("resubmitted record", recordValues);
    for (Arrangement round : stage.rounds().subList(0, TIMES)) {
      Records.fill(stage, recordValues, round);
      submit(ofRecord);
    }
    try (CompiledSchedule compiled = stage.backend()
        .compile(Schedules.capture(stage, stage.rounds().subList(0, 1)),
            Schedules.WHERE_POSSIBLE)) {
      SlotValues segmentValues = compiled.newValues();
      Execution ofSegment = stage.queue().execution("resubmitted segment", segmentValues);
      for (Arrangement round : stage.rounds().subList(TIMES, 2 * TIMES)) {
        Schedules.fill(segmentValues, round, 0);
        Records.patch(stage, segmentValues, round);
        submit(ofSegment);
      }
      return List.of(ofRecord, ofSegment);
    }
  }

  private static void submit(Execution execution) {
    execution.submit();
    execution.await(LIMIT);
  }
}
