package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import org.junit.jupiter.api.Test;

/** Encoders of a queue use the same memory one after the other, and none sees or touches what belongs to another. */
class EncoderReuseTest {
  private static void scale(Fixture f, Encoder encoder, Buffer x, Buffer out) {
    encoder.dispatch(f.scale, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "scale");
  }

  @Test
  void aHandleThatWasKeptIsRefusedAndLeavesTheNextSubmissionAlone() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1);
      Buffer mine = f.filled("mine", 0);
      Buffer theirs = f.filled("theirs", 0);
      Encoder kept = f.queue.encoder("kept");
      scale(f, kept, x, mine);
      kept.commit().await();
      f.port.manual = true;
      try (Encoder next = f.queue.encoder("next")) {
        scale(f, next, x, theirs);
        Fixture.assertCode(Codes.COMMITTED, () -> scale(f, kept, x, mine));
        Fixture.assertCode(Codes.COMMITTED, kept::barrier);
        Fixture.assertCode(Codes.COMMITTED, kept::commit);
        kept.close();
        Submission submission = next.commit();
        assertThat(submission.status()).isEqualTo(Submission.Status.PENDING);
        Fixture.assertCode(Codes.IN_FLIGHT, () -> Fixture.read(theirs));
        assertThat(Fixture.read(mine)).containsExactly(2);
        f.port.runWaiting();
        submission.await();
      }
      assertThat(Fixture.read(theirs)).containsExactly(2);
    }
  }

  @Test
  void whatAClosedEncoderCollectedIsForgotten() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1);
      Buffer dropped = f.filled("dropped", 0);
      Buffer out = f.filled("out", 0);
      try (Encoder encoder = f.queue.encoder("dropped")) {
        scale(f, encoder, x, dropped);
      }
      f.port.manual = true;
      f.port.stream.clear();
      try (Encoder encoder = f.queue.encoder("next")) {
        scale(f, encoder, x, out);
        encoder.commit();
      }
      assertThat(f.shape()).as("no barrier for what never runs")
          .containsExactly("pipeline",
              "dispatch");
      assertThat(Fixture.read(dropped)).as("not busy").containsExactly(0);
      f.port.runWaiting();
    }
  }

  @Test
  void anEncoderThatWasGivenUpHalfWayIsNoBurdenToTheNext() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1);
      Buffer out = f.filled("out", 0);
      try (Encoder encoder = f.queue.encoder("broken")) {
        f.port.refused = "pipelines";
        assertThatThrownBy(() -> scale(f, encoder, x, out)).isInstanceOf(
            IllegalStateException.class);
        f.port.refused = "";
        Fixture.assertCode(Codes.CLOSED, encoder::commit);
      }
      f.submit(encoder -> scale(f, encoder, x, out));
      assertThat(Fixture.read(out)).containsExactly(2);
    }
  }

  @Test
  void submissionsThatOverlapHaveTheirOwnAndTellOfTheirOwn() {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer x = f.filled("x", 1);
      Buffer first = f.filled("first", 0);
      Buffer second = f.filled("second", 0);
      Submission one = commit(f, "one", x, first);
      Submission two = commit(f, "two", x, second);
      f.port.runWaiting();
      one.await();
      two.await();
      Submission three = commit(f, "three", x, first);
      assertThat(Fixture.read(second)).as("of a submission that is done").containsExactly(2);
      Fixture.assertCode(Codes.IN_FLIGHT, () -> Fixture.read(first));
      assertThat(one.status()).isEqualTo(Submission.Status.COMPLETED);
      assertThat(one.label()).isEqualTo("one");
      f.port.failAll = true;
      f.port.runWaiting();
      assertThatThrownBy(three::await).isInstanceOf(DeviceException.class)
          .hasMessageContaining("one of submission 'three' of")
          .hasMessageContaining("test:scale");
      one.await();
      two.await();
    }
  }

  private static Submission commit(Fixture f, String label, Buffer x, Buffer out) {
    try (Encoder encoder = f.queue.encoder(label)) {
      scale(f, encoder, x, out);
      return encoder.commit();
    }
  }
}
