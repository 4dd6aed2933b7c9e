package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens on the device's own thread when work ends, and what an encoder holds before that. */
class CompletionTest {
  @Test
  void anErrorOnTheDevicesThreadReachesTheWaiterAndNotTheDevice() {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      Buffer x = f.filled("x", 1);
      Submission submission = scale(f, x, f.filled("out", 0));
      x.close();
      f.port.refused = "releases";
      f.port.runWaiting(); // throws if the completion does
      f.port.refused = "";
      DeviceException failure = catchThrowableOfType(DeviceException.class, submission::await);
      assertThat(failure.code()).isEqualTo(Codes.SUBMISSION_FAILED);
      assertThat(failure).hasRootCauseMessage("the device refuses a release");
      assertThat(submission.status()).isEqualTo(Submission.Status.FAILED);
      // All room of the queue is free again.
      f.queue.close();
      f.port.liveMemories.decrementAndGet(); // what the device did not take back
    }
  }

  @Test
  void aSubmissionCanBeAskedAfterItsBackendIsClosed() {
    Fixture f = new Fixture();
    Submission submission = scale(f, f.filled("x", 1), f.filled("out", 0));
    f.close();
    submission.await();
    assertThat(submission.status()).isEqualTo(Submission.Status.COMPLETED);
    assertThat(submission.clocks().deviceNanos()).isEqualTo(1);
  }

  @Test
  void encodersThatAreNeverCommittedAreRefusedBeforeTheDeviceRunsOut() {
    try (Fixture f = new Fixture()) {
      List<Encoder> open = new ArrayList<>();
      for (int i = 0; i < SupportQueue.MOST_OPEN; i++) {
        open.add(f.queue.encoder("open " + i));
      }
      Fixture.assertCode(Codes.LIMIT_EXCEEDED, () -> f.queue.encoder("one more"));
      open.get(0).close();
      open.get(0).close();
      open.set(0, f.queue.encoder("in its place"));
      Fixture.assertCode(Codes.LIMIT_EXCEEDED, () -> f.queue.serialEncoder("one more"));
      open.get(1).commit().await();
      f.queue.encoder("in its place").close();
      open.forEach(Encoder::close);
    }
  }

  private static Submission scale(Fixture f, Buffer x, Buffer out) {
    try (Encoder encoder = f.queue.encoder("scale")) {
      encoder.dispatch(f.scale, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "d");
      return encoder.commit();
    }
  }
}
