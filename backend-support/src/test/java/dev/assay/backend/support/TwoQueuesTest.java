package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import org.junit.jupiter.api.Test;

/** Queues have no order between them, so work in flight on two of them may share only what both read. */
class TwoQueuesTest {
  @Test
  void aConflictWithWorkInFlightOnAnotherQueueIsRefusedAtCommit() {
    try (Fixture f = new Fixture(); CommandQueue other = f.backend.newQueue("other")) {
      f.port.manual = true;
      Buffer a = f.filled("a", 1);
      Buffer b = f.filled("b", 0);
      Buffer c = f.filled("c", 0);
      Submission first = scale(f, f.queue, a, b);
      Fixture.assertCode(Codes.IN_FLIGHT, () -> scale(f, other, b, c)); // reads what is written
      Fixture.assertCode(Codes.IN_FLIGHT, () -> scale(f, other, c, a)); // writes what is read
      Fixture.assertCode(Codes.IN_FLIGHT, () -> scale(f, other, c, b)); // writes what is written
      Submission same = scale(f, f.queue, b, c);
      f.port.runWaiting();
      first.await();
      same.await();
      Submission after = scale(f, other, c, a);
      f.port.runWaiting();
      after.await();
      assertThat(Fixture.read(a)).as("1 doubled three times").containsExactly(8);
    }
  }

  @Test
  void anyNumberOfQueuesMayReadTheSameBuffer() {
    try (Fixture f = new Fixture();
        CommandQueue second = f.backend.newQueue("second");
        CommandQueue third = f.backend.newQueue("third")) {
      f.port.manual = true;
      Buffer weights = f.filled("weights", 3);
      for (int round = 0; round < 3; round++) {
        for (CommandQueue queue : new CommandQueue[] {f.queue, second, third}) {
          scale(f, queue, weights, f.filled("out", 0));
        }
      }
      Fixture.assertCode(Codes.IN_FLIGHT, () -> scale(f, f.queue, f.filled("x", 1), weights));
      f.port.runWaiting();
      Submission now = scale(f, f.queue, f.filled("x", 1), weights);
      f.port.runWaiting();
      now.await();
      assertThat(Fixture.read(weights)).containsExactly(2);
    }
  }

  private static Submission scale(Fixture f, CommandQueue queue, Buffer x, Buffer out) {
    try (Encoder encoder = queue.encoder("scale")) {
      encoder.dispatch(f.scale, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "d");
      return encoder.commit();
    }
  }
}
