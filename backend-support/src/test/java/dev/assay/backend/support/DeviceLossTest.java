package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.DeviceException;
import dev.assay.spi.kernel.KernelName;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** A failure that takes the device: everything refuses with advice, every waiter is told, and closing works. */
class DeviceLossTest {
  private final HeapPort port = new HeapPort(false);
  private final SupportBackend backend = BindingProblemsTest.open(port);
  private final CommandQueue queue = backend.newQueue("first queue");
  private final CommandQueue other = backend.newQueue("second queue");
  private final Buffer bad = filled("bad", -1);
  private final Buffer good = filled("good", 1);
  private final Buffer out = filled("out", 0);
  private final Buffer elsewhere = filled("elsewhere", 0);
  private final DispatchRecord picky = backend.registry()
      .pipeline(new PipelineKey(KernelName.of("test:picky"), DType.F32, null))
      .bake(new Bindings().buffer("x", bad.view(DType.F32))
          .buffer("out", out.view(DType.F32))
          .constant("n", StructValue.ofLong(DType.U32, 1)), "picky");
  private final DispatchRecord scale = backend.registry()
      .pipeline(new PipelineKey(KernelName.of("test:scale"), DType.F32, null))
      .bake(Fixture.scaling(good.view(DType.F32), out.view(DType.F32), 2), "scale");

  private final DispatchRecord apart = scale.pipeline()
      .bake(Fixture.scaling(good.view(DType.F32), elsewhere.view(DType.F32), 2), "apart");

  @Test
  void everythingThatWasInFlightIsACandidateAndEveryWaiterIsTold() throws IOException {
    port.manual = true;
    Submission failing = submit(queue, "first", picky, scale);
    Submission bystander = submit(other, "second", apart);
    lose();
    DeviceException failure = catchThrowableOfType(DeviceException.class, failing::await);
    assertThat(failure.code()).isEqualTo(Codes.SUBMISSION_FAILED);
    GoldenText.assertMatches("device-failed", failure.getMessage());
    assertThat(catchThrowableOfType(DeviceException.class, bystander::await)).isNotNull();
    backend.close();
  }

  @Test
  void everyQueueEncoderAndBufferRefusesAndSaysThatTheProcessHasToEnd() throws IOException {
    port.manual = true;
    Schedule schedule = schedule();
    BufferPool pool = backend.newPool("pool");
    try (Encoder open = other.encoder("opened before")) {
      submit(queue, "doomed", picky);
      lose();
      DeviceException refusal =
          catchThrowableOfType(DeviceException.class, () -> other.encoder("next"));
      GoldenText.assertMatches("device-lost", refusal.getMessage());
      Fixture.assertCode(Codes.DEVICE_LOST, () -> queue.encoder("next"));
      Fixture.assertCode(Codes.DEVICE_LOST, () -> open.dispatch(scale));
      Fixture.assertCode(Codes.DEVICE_LOST, open::commit);
      Fixture.assertCode(Codes.DEVICE_LOST, () -> good.view(DType.F32).read());
      Fixture.assertCode(Codes.DEVICE_LOST,
          () -> good.view(DType.F32).write(Elements.of(DType.F32, 1)));
      Fixture.assertCode(Codes.DEVICE_LOST, () -> good.map(memory -> 1));
      Fixture.assertCode(Codes.DEVICE_LOST, () -> backend.allocate(4, "next"));
      Fixture.assertCode(Codes.DEVICE_LOST,
          () -> backend.wrap(MemorySegment.ofArray(new byte[4]), "next"));
      Fixture.assertCode(Codes.DEVICE_LOST, () -> pool.lease(4, "next"));
      Fixture.assertCode(Codes.DEVICE_LOST, () -> backend.newQueue("next"));
      Fixture.assertCode(Codes.DEVICE_LOST, () -> backend.capture("next"));
      Fixture.assertCode(Codes.DEVICE_LOST, () -> backend.compile(schedule, Options.DEFAULT));
      Fixture.assertCode(Codes.DEVICE_LOST,
          () -> scale.pipeline().bake(new Bindings(), "next"));
      Fixture.assertCode(Codes.DEVICE_LOST, () -> backend.registry()
          .pipeline(new PipelineKey(KernelName.of("test:scale"), DType.F16, null)));
    }
    backend.close();
  }

  @Test
  void closingWorksAlthoughTheDeviceTakesNothingBack() {
    port.manual = true;
    backend.compile(schedule(), Options.STRICT);
    backend.newPool("pool").lease(4, "lease");
    submit(queue, "doomed", picky);
    lose();
    port.refused = "releases";
    out.close();
    queue.close();
    backend.close();
    assertThat(port.closed).isTrue();
  }

  @Test
  void aRefusedReleaseOnAWorkingDeviceIsReportedAndTheRestIsClosed() {
    port.refused = "releases";
    RuntimeException failure =
        catchThrowableOfType(IllegalStateException.class, backend::close);
    assertThat(failure).hasMessage("the device refuses a release");
    assertThat(failure.getSuppressed()).as("four buffers and two pipelines").hasSize(5);
    assertThat(port.closed).isTrue();
  }

  private Schedule schedule() {
    var capture = backend.capture("schedule");
    capture.dispatch(scale);
    return capture.finish();
  }

  private void lose() {
    port.scope = DevicePort.FailureScope.DEVICE;
    port.failAll = true;
    port.runWaiting();
  }

  private Buffer filled(String label, double value) {
    Buffer buffer = backend.allocate(4, label);
    buffer.view(DType.F32).write(Elements.of(DType.F32, value));
    return buffer;
  }

  private static Submission submit(CommandQueue queue, String label, DispatchRecord... records) {
    try (Encoder encoder = queue.encoder(label)) {
      for (DispatchRecord record : records) {
        encoder.dispatch(record);
      }
      return encoder.commit();
    }
  }
}
