package dev.assay.backend.support;

import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A submission with an encoder that makes no other. Both are kept: nobody else has them, and the submission is handed over
 * again only when its last run has ended, so that nothing still refers to what that was. Threads wait at the submission's
 * monitor and not at this one's, which is its user's to lock.
 */
final class SupportExecution implements Execution {
  private final SupportQueue queue;
  private final SlotValues values;
  private final SupportSubmission latest;
  // Confined to whoever has claimed the submission.
  private @Nullable SupportEncoder encoder;

  SupportExecution(SupportQueue queue, String label, SlotValues values) {
    this.queue = queue;
    this.values = values;
    this.latest = new SupportSubmission(queue, label);
  }

  @Override
  public void submit() {
    latest.claim("submit");
    try {
      SupportEncoder open = queue.open(label(), encoder);
      encoder = open;
      try {
        encode(open);
        open.commit(latest);
      } finally {
        open.close();
      }
    } finally {
      latest.callEnded();
    }
  }

  private void encode(SupportEncoder open) {
    switch (values.owner()) {
      case CompiledSchedule compiled -> open.execute(values);
      case Schedule schedule -> open.replay(values);
      default -> open.dispatch(values);
    }
  }

  @Override
  public String label() {
    return latest.label();
  }

  @Override
  public Status status() {
    return latest.status();
  }

  @Override
  public void await() {
    latest.await();
  }

  @Override
  public void await(Duration limit) {
    latest.await(limit);
  }

  @Override
  public Clocks clocks() {
    return latest.clocks();
  }
}
