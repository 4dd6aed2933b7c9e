package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import org.junit.jupiter.api.Test;

/** What the device holds after many submissions. */
class LongRunTest {
  private static final long MOST_BYTES = 1 << 20;

  @Test
  void theDeviceHoldsNoMoreAfterAHundredThousandSubmissionsThanAfterTenThousand() {
    try (LayerNormWork work = new LayerNormWork()) {
      BufferPool pool = work.backend.newPool("leases");
      submit(work, pool, 10_000);
      long early = work.driver.heldBytes();
      submit(work, pool, 90_000);
      assertThat(early).isPositive();
      assertThat(work.driver.heldBytes() - early).isLessThan(MOST_BYTES);
      pool.close();
      assertThat(work.driver.heldBytes()).as("the lease went back").isLessThan(early);
    }
  }

  private static void submit(LayerNormWork work, BufferPool pool, int count) {
    SlotValues values = work.slottedRecord().newValues();
    values.set(values.owner().slot("gamma"), work.gamma)
        .set(values.owner().slot("beta"), work.beta);
    long bytes = work.out.lengthBytes();
    for (int i = 0; i < count; i++) {
      try (Encoder encoder = work.queue.encoder("step");
          Buffer made = work.backend.allocate(bytes, "made");
          Buffer leased = pool.lease(bytes, "leased")) {
        encoder.dispatch(values.set(values.owner().slot("x"), made.view(DType.F32))
            .set(values.owner().slot("out"), leased.view(DType.F32)));
        encoder.commit().await();
      }
    }
  }
}
