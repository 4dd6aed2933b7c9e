package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import org.junit.jupiter.api.Test;

/** A device that refuses something leaves nothing busy, nothing held and nobody waiting. */
class PortFailureTest {
  @Test
  void aRefusedCommitFreesItsBuffersAndItsRoomAndFailsTheQueue() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1, 2);
      Buffer out = f.filled("out", 0, 0);
      f.port.refused = "work";
      try (Encoder encoder = f.queue.encoder("refused")) {
        encoder.dispatch(f.scale, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "d");
        assertThatThrownBy(encoder::commit).hasMessage("the device refuses work");
      }
      f.port.refused = "";
      assertThat(Fixture.read(out)).as("not busy").containsExactly(0, 0);
      Fixture.assertCode(Codes.QUEUE_FAILED, () -> f.queue.encoder("after"));
      // Waits for all room of the queue.
      f.queue.close();
    }
  }

  @Test
  void refusedMemoryDoesNotCountAgainstTheBudget() {
    try (Fixture f = new Fixture()) {
      f.port.refused = "memory";
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> f.backend.allocate(900_000, "refused"))
            .hasMessage("the device refuses memory");
      }
      f.port.refused = "";
      assertThat(f.backend.allocate(900_000, "granted").lengthBytes()).isEqualTo(900_000);
    }
  }

  @Test
  void aNegativeLeaseIsRefused() {
    try (Fixture f = new Fixture(); var pool = f.backend.newPool("pool")) {
      Fixture.assertCode(Codes.BUFFER_RANGE, () -> pool.lease(-1, "negative"));
      assertThat(pool.heldBytes()).isZero();
    }
  }
}
