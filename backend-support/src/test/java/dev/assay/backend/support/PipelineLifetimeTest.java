package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.KernelRegistry;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.KernelSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A pipeline is given back when it was dropped and nothing that was encoded with it can still run. */
class PipelineLifetimeTest {
  private final Fixture f = new Fixture(
      TestKernels.implementation("rows", Geometry.threads("params.rows", "32")));
  private final KernelRegistry registry = f.backend.registry();
  private final Buffer x = f.filled("x", 1, 2);
  private final Buffer out = f.filled("out", 0, 0);
  private final DispatchRecord record = registry.pipeline(registry
      .choose(f.scale.key().kernel(), DType.F32, Map.of("params", TestKernels.scale(1, 2, 1))))
      .bake(Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 3), "old");

  @Test
  void aDroppedPipelineIsReleasedWhenItsLastWorkIsDone() {
    int live = f.port.livePipelines.get();
    f.port.manual = true;
    try (f; Encoder encoder = f.queue.encoder("late")) {
      encoder.dispatch(record);
      replaceSource();
      assertThat(f.port.livePipelines).as("encoded").hasValue(live);
      Submission submission = encoder.commit();
      assertThat(f.port.livePipelines).as("in flight").hasValue(live);
      f.port.runWaiting();
      submission.await();
      assertThat(Fixture.read(out)).containsExactly(3, 6);
      assertThat(f.port.livePipelines).hasValue(live - 1);
      Fixture.assertCode(Codes.STALE, () -> f.submit(next -> next.dispatch(record)));
    }
  }

  @Test
  void aDroppedPipelineThatNothingUsesIsReleasedAtOnce() {
    try (f) {
      int live = f.port.livePipelines.get();
      replaceSource();
      assertThat(f.port.livePipelines).hasValue(live - 1);
    }
  }

  @Test
  void discardedWorkLetsGoOfItsPipelines() {
    try (f) {
      int live = f.port.livePipelines.get();
      try (Encoder encoder = f.queue.encoder("discarded")) {
        encoder.dispatch(record);
        replaceSource();
      }
      assertThat(f.port.livePipelines).hasValue(live - 1);
    }
  }

  @Test
  void segmentsKeepTheirPipelinesWhileTheyRun() {
    f.port.manual = true;
    try (f) {
      Capture capture = f.backend.capture("twice");
      capture.dispatch(record);
      capture.dispatch(record);
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), Options.STRICT);
          Encoder encoder = f.queue.encoder("segment")) {
        int live = f.port.livePipelines.get();
        encoder.execute(compiled.newValues());
        Submission submission = encoder.commit();
        replaceSource();
        f.port.runWaiting();
        submission.await();
        assertThat(Fixture.read(out)).containsExactly(3, 6);
        assertThat(f.port.livePipelines).as("direct and indirect one").hasValue(live - 2);
        Fixture.assertCode(Codes.STALE,
            () -> f.submit(next -> next.execute(compiled.newValues())));
      }
    }
  }

  @Test
  void anEncoderThatFailedHalfWayIsOfNoMoreUse() {
    try (f) {
      Encoder encoder = f.queue.encoder("half");
      f.port.refused = "pipelines";
      assertThatThrownBy(() -> encoder.dispatch(record))
          .hasMessage("the device refuses a pipeline");
      f.port.refused = "";
      Fixture.assertCode(Codes.CLOSED, () -> encoder.dispatch(record));
      Fixture.assertCode(Codes.CLOSED, encoder::commit);
      encoder.close();
      assertThat(f.port.stream).containsExactly("discard");
    }
  }

  private void replaceSource() {
    registry.replace(KernelSource.of("test:scale/rows/f32", "another text"));
  }
}
