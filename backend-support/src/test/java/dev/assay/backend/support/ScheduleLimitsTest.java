package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.DeviceProfile;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.kernel.Geometry;
import dev.assay.spi.kernel.KernelSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The limits of schedules and segments, and what is left after something failed half-way. */
class ScheduleLimitsTest {
  @Test
  void executionsWithDifferentValuesAreBoundedAndDroppedOnesMakeRoom() {
    try (Fixture f = new Fixture();
        CompiledSchedule compiled = f.backend.compile(twice(f), Options.DEFAULT)) {
      Buffer arena = f.backend.allocate(8L * 65, "inputs");
      Buffer out = f.filled("out", 0, 0);
      SlotValues values = compiled.newValues().set(compiled.slot("out"), out.view(DType.F32));
      try (Encoder encoder = f.queue.encoder("many")) {
        for (int i = 0; i < SegmentedSchedule.MOST_COPIES; i++) {
          encoder.execute(values.set(compiled.slot("in"), arena.view(DType.F32, 8L * i, 1)));
        }
        values.set(compiled.slot("in"), arena.view(DType.F32, 8L * 64, 1));
        Fixture.assertCode(Codes.LIMIT_EXCEEDED, () -> encoder.execute(values));
      }
      f.submit(encoder -> encoder.execute(values));
      assertThat(f.port.segmentsMade).hasValue(SegmentedSchedule.MOST_COPIES);
    }
  }

  @Test
  void anOffsetBeyond32BitsStaysDirectAndASlotMayNotReachThere() {
    try (Fixture f = new Fixture()) {
      Capture capture = f.backend.capture("far");
      BufferView far = capture.slot("far", DType.F32, (1L << 30) + 8);
      Buffer out = f.filled("out", 0, 0);
      for (long offset : new long[] {0xFFFF_FFF8L, 0xFFFF_FFFCL, 0x1_0000_0000L}) {
        capture.dispatch(f.scale, Fixture.scaling(far.buffer().view(DType.F32, offset, 1),
            out.view(DType.F32, 0, 1), 1), "at " + offset);
      }
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), Options.DEFAULT)) {
        assertThat(compiled.explain().segments()).singleElement()
            .satisfies(segment -> assertThat(segment.commands()).isEqualTo(2));
        assertThat(compiled.explain().direct()).singleElement()
            .satisfies(direct -> assertThat(direct.reason())
                .isEqualTo("offset 4294967296 of buffer 'far' is beyond byte 4294967295"));
        SupportBuffer huge =
            new SupportBuffer(f.backend, "huge", 5L << 30, (buffer, memory) -> {}, null);
        SlotValues values =
            compiled.newValues().set(compiled.slot("far"), huge.view(DType.F32));
        Fixture.assertCode(Codes.LIMIT_EXCEEDED,
            () -> f.submit(encoder -> encoder.execute(values)));
      }
    }
  }

  @Test
  void aKernelMadeFromATextAloneStaysDirectAndIsNotTakenForAnInstalledOne() {
    try (Fixture f =
        new Fixture(TestKernels.implementation("rows", Geometry.threads("params.rows", "32")))) {
      Pipeline raw =
          f.backend.registry().raw(KernelSource.of("mine", "test:scale"), "rows", Map.of());
      Buffer x = f.filled("x", 1, 2);
      Buffer out = f.filled("out", 0, 0);
      Capture capture = f.backend.capture("raw");
      Geometry geometry = Geometry.threads("params.rows", "32");
      capture.dispatch(raw, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2)
          .geometry(geometry), "one");
      capture.dispatch(raw, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 3)
          .geometry(geometry), "two");
      try (CompiledSchedule compiled = f.backend.compile(capture.finish(), Options.DEFAULT)) {
        assertThat(compiled.explain().direct()).hasSize(2)
            .allMatch(direct -> direct.reason().equals("its kernel was made from a text alone"));
        f.submit(encoder -> encoder.execute(compiled.newValues()));
        assertThat(Fixture.read(out)).containsExactly(3, 6);
      }
    }
  }

  @Test
  void aTextAloneHasNoGeometryAndADeclaredKernelHasItsOwn() {
    try (Fixture f = new Fixture()) {
      Pipeline raw =
          f.backend.registry().raw(KernelSource.of("mine", "test:scale"), "rows", Map.of());
      Buffer x = f.filled("x", 1, 2);
      Buffer out = f.filled("out", 0, 0);
      Bindings bindings = Fixture.scaling(x.view(DType.F32), out.view(DType.F32), 2);
      Fixture.assertCode(Codes.BIND_MISSING,
          () -> f.submit(encoder -> encoder.dispatch(raw, bindings, "without")));
      bindings.geometry(Geometry.threads("0", "32"));
      Fixture.assertCode(Codes.LIMIT_EXCEEDED,
          () -> f.submit(encoder -> encoder.dispatch(raw, bindings, "of nothing")));
      bindings.geometry(Geometry.threads("1", "32"));
      Fixture.assertCode(Codes.BIND_UNKNOWN,
          () -> f.submit(encoder -> encoder.dispatch(f.scale, bindings, "declared")));
    }
  }

  @Test
  void aSlotOfBytesMustBeAlignedForWhatItsViewsRead() {
    try (Fixture f = new Fixture()) {
      Capture capture = f.backend.capture("bytes");
      BufferView bytes = capture.slot("bytes", DType.U8, 8);
      Buffer out = f.filled("out", 0, 0);
      for (int i = 0; i < 2; i++) {
        capture.dispatch(f.scale, Fixture.scaling(bytes.buffer().view(DType.F32),
            out.view(DType.F32), 1), "read");
      }
      Schedule schedule = capture.finish();
      Buffer given = f.filled("given", 1, 2, 3, 4);
      try (CompiledSchedule compiled = f.backend.compile(schedule, Options.DEFAULT)) {
        SlotValues segmented =
            compiled.newValues().set(compiled.slot("bytes"), given.view(DType.U8, 2, 8));
        SlotValues direct =
            schedule.newValues().set(schedule.slot("bytes"), given.view(DType.U8, 2, 8));
        Fixture.assertCode(Codes.BUFFER_RANGE,
            () -> f.submit(encoder -> encoder.execute(segmented)));
        Fixture.assertCode(Codes.BUFFER_RANGE, () -> f.submit(encoder -> encoder.replay(direct)));
        segmented.set(compiled.slot("bytes"), given.view(DType.U8, 4, 8));
        f.submit(encoder -> encoder.execute(segmented));
        assertThat(Fixture.read(out)).containsExactly(2, 3);
      }
    }
  }

  @Test
  void aSerialEncoderPutsABarrierBeforeEveryDispatchOfASchedule() {
    try (Fixture f = new Fixture()) {
      Schedule schedule = twice(f);
      BufferView in = f.filled("in", 1).view(DType.F32);
      BufferView out = f.filled("out", 0, 0).view(DType.F32);
      try (CompiledSchedule compiled = f.backend.compile(schedule, Options.DEFAULT)) {
        for (boolean segmented : new boolean[] {false, true}) {
          f.port.stream.clear();
          var owner = segmented ? compiled : schedule;
          SlotValues values =
              owner.newValues().set(owner.slot("in"), in).set(owner.slot("out"), out);
          try (Encoder encoder = f.queue.serialEncoder("serial")) {
            if (segmented) {
              encoder.execute(values);
            } else {
              encoder.replay(values);
            }
            encoder.commit().await();
          }
          assertThat(f.shape()).containsExactly("barrier", "pipeline", "dispatch", "barrier",
              "pipeline", "dispatch");
        }
      }
    }
  }

  @Test
  void aSegmentThatWasHalfWrittenIsNotTakenForTheOldOne() {
    try (Fixture f = new Fixture();
        CompiledSchedule compiled = f.backend.compile(twice(f), Options.DEFAULT)) {
      BufferView one = f.filled("one", 1).view(DType.F32);
      BufferView two = f.filled("two", 50).view(DType.F32);
      Buffer out = f.filled("out", 0, 0);
      SlotValues values = compiled.newValues()
          .set(compiled.slot("in"), one)
          .set(compiled.slot("out"), out.view(DType.F32));
      f.submit(encoder -> encoder.execute(values));
      f.port.segmentWrites.clear();
      f.port.mostSegmentWrites = 1;
      assertThatThrownBy(
          () -> f.submit(encoder -> encoder.execute(values.set(compiled.slot("in"), two))))
          .hasMessage("the device refuses a write");
      f.port.mostSegmentWrites = Integer.MAX_VALUE;
      f.submit(encoder -> encoder.execute(values.set(compiled.slot("in"), one)));
      assertThat(Fixture.read(out)).containsExactly(2, 3);
    }
  }

  @Test
  void segmentsMadeBeforeOneWasRefusedAreGivenBack() {
    try (Fixture f = new Fixture()) {
      Capture capture = f.backend.capture("two segments");
      Buffer x = f.filled("x", 1);
      Buffer out = f.filled("out", 0);
      for (int i = 0; i < 8; i++) {
        capture.dispatch(f.scale, Fixture.scaling(x.view(DType.F32), out.view(DType.F32), i),
            "scale " + i);
      }
      Schedule schedule = capture.finish();
      f.port.mostSegments = 1;
      assertThatThrownBy(() -> f.backend.compile(schedule, Options.DEFAULT))
          .hasMessage("the device refuses a segment");
      assertThat(f.port.liveSegments).hasValue(0);
      f.port.mostSegments = Integer.MAX_VALUE;
      f.port.mostSegmentWrites = f.port.segmentWrites.size();
      assertThatThrownBy(() -> f.backend.compile(schedule, Options.DEFAULT))
          .hasMessage("the device refuses a write");
      assertThat(f.port.liveSegments).hasValue(0);
    }
  }

  @Test
  void constantsLieApartEachAtAMultipleOfItsAlignment() {
    ConstantAllocator allocator = new ConstantAllocator(DeviceProfile.APPLE7.memory());
    assertThat(List.of(allocator.place(4), allocator.place(16), allocator.place(17),
        allocator.place(1))).containsExactly(0L, 16L, 32L, 64L);
    assertThat(allocator.sizeBytes()).isEqualTo(80);
    allocator.place(0xFFFF_FFFFL - 80 - 31);
    assertThat(allocator.place(16)).isEqualTo(0xFFFF_FFE0L);
    assertThatThrownBy(() -> allocator.place(16)).isInstanceOf(IllegalStateException.class);
  }

  /** The input times 2 and times 3 into the halves of the output: two dispatches that need no barrier. */
  private static Schedule twice(Fixture f) {
    Capture capture = f.backend.capture("twice");
    BufferView in = capture.slot("in", DType.F32, 1);
    BufferView out = capture.slot("out", DType.F32, 2);
    capture.dispatch(f.scale, Fixture.scaling(in, out.slice(0, 1), 2), "two");
    capture.dispatch(f.scale, Fixture.scaling(in, out.slice(1, 1), 3), "three");
    return capture.finish();
  }
}
