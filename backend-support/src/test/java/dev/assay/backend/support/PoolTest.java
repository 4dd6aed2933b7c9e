package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferPool;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.PipelineKey;
import dev.assay.spi.backend.PrewarmOutcome;
import dev.assay.spi.backend.Submission;
import dev.assay.spi.data.DType;
import dev.assay.spi.data.Elements;
import dev.assay.spi.error.Codes;
import dev.assay.spi.kernel.KernelName;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory that is lent, wrapped or mapped, and pipelines made ahead. */
class PoolTest {
  @Test
  void aLeaseThatWasGivenBackIsAnErrorAlsoWhileItsMemoryServesAnother() {
    try (Fixture f = new Fixture(); BufferPool pool = f.backend.newPool("pool")) {
      Buffer first = pool.lease(100, "first");
      BufferView stale = first.view(DType.F32);
      first.close();
      Buffer second = pool.lease(120, "second");
      assertThat(pool.heldBytes()).as("the same memory again").isEqualTo(256);
      Fixture.assertCode(Codes.CLOSED, stale::read);
      Buffer x = f.filled("x", 1);
      Fixture.assertCode(Codes.CLOSED, () -> f.submit(
          encoder -> encoder.dispatch(f.scale,
              Fixture.scaling(x.view(DType.F32), stale.slice(0, 1), 2), "d")));
      second.view(DType.F32).write(Elements.zeros(DType.F32, 30));
      second.close();
    }
  }

  @Test
  void aLeaseInFlightGoesBackToThePoolOnlyWhenTheWorkIsDone() {
    try (Fixture f = new Fixture(); BufferPool pool = f.backend.newPool("pool")) {
      f.port.manual = true;
      Buffer x = f.filled("x", 3, 4);
      Buffer lease = pool.lease(8, "lease");
      Submission submission;
      try (Encoder encoder = f.queue.encoder("work")) {
        encoder.dispatch(f.scale, Fixture.scaling(x.view(DType.F32), lease.view(DType.F32), 2),
            "d");
        submission = encoder.commit();
      }
      lease.close();
      Buffer other = pool.lease(8, "other");
      assertThat(pool.heldBytes()).as("the first one is still busy").isEqualTo(512);
      f.port.runWaiting();
      submission.await();
      Buffer third = pool.lease(8, "third");
      assertThat(pool.heldBytes()).isEqualTo(512);
      other.close();
      third.close();
    }
  }

  @Test
  void aClosedPoolLendsNothingAndReleasesWhatComesBack() {
    try (Fixture f = new Fixture()) {
      int before = f.port.liveMemories.get();
      BufferPool pool = f.backend.newPool("pool");
      Buffer lent = pool.lease(8, "lent");
      pool.lease(8, "back").close();
      pool.close();
      assertThat(f.port.liveMemories).hasValue(before + 1);
      Fixture.assertCode(Codes.CLOSED, () -> pool.lease(8, "late"));
      lent.close();
      assertThat(f.port.liveMemories).hasValue(before);
      assertThat(pool.heldBytes()).isZero();
    }
  }

  @Test
  void wrappedMemoryIsUsedInPlaceAndLeftAlone() {
    float[] values = {1, 2, 3};
    try (Fixture f = new Fixture()) {
      Buffer wrapped = f.backend.wrap(MemorySegment.ofArray(values), "array");
      f.submit(encoder -> encoder.dispatch(f.scale,
          Fixture.scaling(f.filled("x", 5, 6).view(DType.F32), wrapped.view(DType.F32, 4, 2), 10),
          "d"));
      assertThat(values).containsExactly(1, 50, 60);
      wrapped.close();
      Fixture.assertCode(Codes.CLOSED, () -> wrapped.view(DType.F32).read());
    }
  }

  @Test
  void memoryIsWrappedOnceAtATime() {
    MemorySegment memory = MemorySegment.ofArray(new float[8]);
    try (Fixture f = new Fixture()) {
      Buffer first = f.backend.wrap(memory.asSlice(0, 16), "first half");
      Buffer second = f.backend.wrap(memory.asSlice(16), "second half");
      Fixture.assertCode(Codes.BIND_ALIAS, () -> f.backend.wrap(memory, "all"));
      Fixture.assertCode(Codes.BIND_ALIAS,
          () -> f.backend.wrap(memory.asSlice(12, 8), "over the middle"));
      first.close();
      f.backend.wrap(memory.asSlice(0, 8), "a part of the first half");
      assertThat(second.isClosed()).isFalse();
    }
  }

  @Test
  void aMappedBufferCannotBeCommittedUntilTheCallReturns() {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1, 2);
      Buffer out = f.filled("out", 0, 0);
      double seen = x.<Double>map(memory -> {
        Fixture.assertCode(Codes.IN_FLIGHT, () -> f.submit(encoder -> encoder.dispatch(f.scale,
            Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "d")));
        Fixture.assertCode(Codes.IN_FLIGHT, () -> x.map(again -> 0));
        Elements elements = Elements.over(DType.F32, memory);
        elements.setDouble(0, 7);
        return elements.getDouble(1);
      });
      assertThat(seen).isEqualTo(2);
      f.submit(encoder -> encoder.dispatch(f.scale,
          Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2), "d"));
      assertThat(Fixture.read(out)).containsExactly(14, 4);
    }
  }

  @Test
  void prewarmSaysOfEachKeyWhatBecameOfIt() {
    try (Fixture f = new Fixture()) {
      PipelineKey cold = new PipelineKey(KernelName.of("test:scale"), DType.F16, null);
      PipelineKey unknown = new PipelineKey(KernelName.of("test:skale"), DType.F32, null);
      List<PrewarmOutcome> outcomes =
          f.backend.registry().prewarm(List.of(f.scale.key(), cold, unknown));
      assertThat(outcomes).extracting(PrewarmOutcome::state)
          .containsExactly(PrewarmOutcome.State.WARM,
              PrewarmOutcome.State.COMPILED, PrewarmOutcome.State.FAILED);
      assertThat(outcomes.get(2).reason()).contains("did you mean test:scale?");
      assertThat(f.backend.registry().isCached(cold)).isTrue();
    }
  }
}
