package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.SlotValues;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the benchmarks compare is the same work, and reaches the device. */
class NullDriverTest {
  private final LayerNormWork work = new LayerNormWork();

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void bakedSlottedAndUnbakedTellTheDeviceTheSame() {
    SlotValues slotted = work.slottedRecord().newValues();
    slotted.set(slotted.owner().slot("x"), work.x)
        .set(slotted.owner().slot("gamma"), work.gamma)
        .set(slotted.owner().slot("beta"), work.beta)
        .set(slotted.owner().slot("out"), work.out);
    long unbaked =
        told(encoder -> encoder.dispatch(work.pipeline, work.bindings(), "unbaked"));
    assertThat(unbaked).isPositive();
    assertThat(told(encoder -> encoder.dispatch(work.closedRecord()))).isEqualTo(unbaked);
    assertThat(told(encoder -> encoder.dispatch(slotted))).isEqualTo(unbaked);
  }

  @Test
  void everyCommandOfASegmentIsExecuted() {
    Capture capture = work.backend.capture("commands");
    for (int i = 0; i < 10; i++) {
      capture.dispatch(work.closedRecord());
    }
    try (CompiledSchedule compiled =
        work.backend.compile(capture.finish(), CompiledSchedule.Options.STRICT)) {
      SlotValues values = compiled.newValues();
      told(encoder -> encoder.execute(values));
      // A barrier behind it, none before what is first, and the end of the encoder.
      assertThat(told(encoder -> encoder.execute(values))).isEqualTo(10 + 1 + 1);
    }
  }

  private long told(Consumer<Encoder> dispatches) {
    long before = work.driver.told();
    try (Encoder encoder = work.queue.encoder("encoder")) {
      dispatches.accept(encoder);
      encoder.commit().await();
    }
    return work.driver.told() - before;
  }
}
