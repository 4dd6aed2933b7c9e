package dev.assay.backend.support;

import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.Execution;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import org.jspecify.annotations.Nullable;

/**
 * A submission that is its own encoder's only one. Both are kept: nobody else has the encoder, and the submission is
 * handed over again only when its last run has ended, so that nothing still refers to what that was.
 */
final class SupportExecution extends SupportSubmission implements Execution {
  private final SupportQueue queue;
  private final SlotValues values;
  // Confined to whoever has claimed the submission.
  private @Nullable SupportEncoder encoder;

  SupportExecution(SupportQueue queue, String label, SlotValues values) {
    super(queue, label);
    this.queue = queue;
    this.values = values;
  }

  @Override
  public void submit() {
    claim("submit");
    try {
      SupportEncoder open = queue.open(label(), encoder);
      encoder = open;
      try {
        encode(open);
        open.commit(this);
      } finally {
        open.close();
      }
    } finally {
      callEnded();
    }
  }

  private void encode(SupportEncoder open) {
    switch (values.owner()) {
      case CompiledSchedule compiled -> open.execute(values);
      case Schedule schedule -> open.replay(values);
      default -> open.dispatch(values);
    }
  }
}
