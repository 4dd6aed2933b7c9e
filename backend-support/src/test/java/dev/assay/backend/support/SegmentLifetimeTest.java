package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When segments are made, written, prepared and given back. */
class SegmentLifetimeTest {
  @Test
  void compilingSetsAndPreparesAllThatNeverChanges() {
    try (Fixture f = new Fixture()) {
      Buffer out = f.filled("out", 0, 0, 0, 0);
      try (CompiledSchedule compiled = f.backend.compile(steps(f, out), Options.STRICT)) {
        assertThat(f.port.segmentWrites).containsExactly("buffer 0.2 0", "buffer 1.2 0", "prepare");
        assertThat(f.port.segments.getFirst())
            .extracting(DevicePort.SegmentCommand::changing)
            .containsExactly(List.of(0, 3), List.of(0, 3));
        f.port.segmentWrites.clear();
        SlotValues values = compiled.newValues()
            .set(compiled.slot("x"), f.filled("x", 5).view(DType.F32))
            .set(compiled.field("position"), 1);
        f.submit(encoder -> encoder.execute(values));
        assertThat(f.port.segmentWrites).containsExactlyInAnyOrder("buffer 0.0 0", "buffer 1.0 0",
            "constant 0.3 0", "constant 1.3 16");
        assertThat(Fixture.read(out)).containsExactly(0, 6, 0, 0);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"false, 3", "true, 1"})
  void aSegmentIsWrittenAgainWhenTheDeviceSaysThatItIsFree(boolean free, int segments) {
    try (Fixture f = new Fixture()) {
      f.port.manual = true;
      f.port.segmentsAreFreeAtCommit = free;
      Buffer out = f.filled("out", 0, 0, 0, 0);
      CompiledSchedule compiled = f.backend.compile(steps(f, out), Options.STRICT);
      List<Submission> submissions = new ArrayList<>();
      for (int position = 0; position < 3; position++) {
        try (Encoder encoder = f.queue.encoder("run " + position)) {
          encoder.execute(compiled.newValues()
              .set(compiled.slot("x"), f.filled("x", 10 * position).view(DType.F32))
              .set(compiled.field("position"), position));
          submissions.add(encoder.commit());
        }
      }
      assertThat(f.port.segmentsMade).hasValue(segments);
      compiled.close();
      assertThat(f.port.liveSegments).as("closed while in flight").hasValue(segments);
      f.port.runWaiting();
      submissions.forEach(Submission::await);
      assertThat(Fixture.read(out)).containsExactly(0, 11, 22, 0);
      assertThat(f.port.liveSegments).hasValue(0);
    }
  }

  @Test
  void twoExecutionsOfOneEncoderHaveTheirOwnSegmentsWhateverTheDeviceSays() {
    try (Fixture f = new Fixture()) {
      f.port.segmentsAreFreeAtCommit = true;
      Buffer out = f.filled("out", 0, 0, 0, 0);
      try (CompiledSchedule compiled = f.backend.compile(steps(f, out), Options.STRICT)) {
        SlotValues values =
            compiled.newValues().set(compiled.slot("x"), f.filled("x", 7).view(DType.F32));
        f.submit(encoder -> {
          encoder.execute(values.set(compiled.field("position"), 0));
          encoder.execute(values.set(compiled.field("position"), 2));
        });
        assertThat(f.port.segmentsMade).hasValue(2);
        assertThat(Fixture.read(out)).containsExactly(7, 0, 9, 0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void segmentsHoldOnlyPipelinesMadeForThem(boolean needed) {
    try (Fixture f = new Fixture()) {
      f.port.needsIndirectPipelines = needed;
      int made = f.port.pipelinesMade.get();
      f.backend.compile(steps(f, f.filled("out", 0, 0, 0, 0)), Options.STRICT);
      assertThat(f.port.pipelinesMade).as("the step kernel, and where needed once more")
          .hasValue(made + (needed ? 2 : 1));
      assertThat(f.port.segments.getFirst())
          .allMatch(command -> f.port.isIndirect(command.pipeline()) == needed);
      // Left open: closing the backend closes it too, which the fixture checks.
    }
  }

  @Test
  void everyParameterOfEveryCommandIsSetBeforeTheFirstExecutionHoweverWideTheKernel() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1);
      Buffer bias = f.filled("bias", 2);
      Buffer out = f.filled("out", 0);
      Capture capture = f.backend.capture("narrow and wide");
      capture.dispatch(f.scale, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "two");
      for (boolean wide : new boolean[] {true, false}) {
        Bindings bindings = new Bindings().buffer("x", x.view(DType.F32))
            .buffer("out", out.view(DType.F32))
            .constant("params", TestKernels.stepParams(1, 0));
        capture.dispatch(f.step(wide),
            wide ? bindings.buffer("bias", bias.view(DType.F32)) : bindings, "step");
      }
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), Options.STRICT)) {
        assertThat(f.port.segmentWrites)
            .extracting(write -> write.replaceFirst("(buffer|constant) (\\d\\.\\d).*", "$2"))
            .containsExactlyInAnyOrder("0.0", "0.1", "0.2", "1.0", "1.1", "1.2", "1.3", "2.0",
                "2.2",
                "2.3", "prepare");
        f.submit(encoder -> encoder.execute(compiled.newValues()));
        assertThat(Fixture.read(out)).containsExactly(1);
      }
    }
  }

  /** Two steps with the same slot and field. */
  private static Schedule steps(Fixture f, Buffer out) {
    Capture capture = f.backend.capture("steps");
    BufferView x = capture.slot("x", DType.F32, 1);
    for (int i = 0; i < 2; i++) {
      capture.dispatch(f.step(false)
          .bake(new Bindings().buffer("x", x)
              .buffer("out", out.view(DType.F32))
              .constant("params", TestKernels.stepParams(1, 0))
              .patchable("position", "params", "position", 0, 3), "step " + i)
          .newValues());
    }
    return capture.finish();
  }
}
