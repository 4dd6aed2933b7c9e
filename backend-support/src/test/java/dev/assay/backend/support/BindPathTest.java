package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.CompiledSchedule.Options;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import dev.assay.spi.data.DType;
import dev.assay.spi.kernel.Access;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the way a view reaches a kernel, its offset and its length reach it too. */
class BindPathTest {
  /** The ways. */
  enum Path {
    UNBAKED, BAKED, RECORD_SLOT, REPLAYED, REPLAYED_SLOT, SEGMENT, SEGMENT_SLOT,
    SEGMENT_SLICE_OF_SLOT, SEGMENT_SLOT_SET_AGAIN, HOST_WORK, HOST_WORK_SLOT
  }

  @ParameterizedTest
  @EnumSource
  void everyWayToBindHonoursOffsetAndLength(Path path) {
    try (Fixture f = new Fixture()) {
      Buffer x = f.filled("x", 1, 2, 3, 4, 5, 6, 7, 8);
      Buffer out = f.filled("out", -1, -1, -1, -1, -1, -1, -1, -1);
      run(f, path, x.view(DType.F32, 12, 2), out.view(DType.F32, 20, 2));
      assertThat(Fixture.read(out)).containsExactly(-1, -1, -1, -1, -1, 40, 50, -1);
      assertThat(Fixture.read(x)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }
  }

  private static void run(Fixture f, Path path, BufferView x, BufferView out) {
    switch (path) {
      case UNBAKED -> f.submit(
          encoder -> encoder.dispatch(f.scale, Fixture.scaling(x, out, 10), "unbaked"));
      case BAKED -> {
        DispatchRecord record = f.scale.bake(Fixture.scaling(x, out, 10), "baked");
        f.submit(encoder -> encoder.dispatch(record));
      }
      case RECORD_SLOT -> {
        DispatchRecord record = f.scale.bake(new Bindings().slot("x")
            .slot("out")
            .constant("params", TestKernels.scale(1, 2, 10)), "slots");
        f.submit(encoder -> encoder.dispatch(record.newValues()
            .set(record.slot("x"), x)
            .set(record.slot("out"), out)));
      }
      case REPLAYED -> {
        Schedule schedule = fixed(f, x, out);
        f.submit(encoder -> encoder.replay(schedule.newValues()));
      }
      case REPLAYED_SLOT -> {
        Schedule schedule = slots(f, 0);
        f.submit(encoder -> encoder.replay(values(schedule, x, out)));
      }
      case SEGMENT -> execute(f, fixed(f, x, out), null, null);
      case SEGMENT_SLOT -> execute(f, slots(f, 0), x, out);
      case SEGMENT_SLICE_OF_SLOT -> execute(f, slots(f, 2),
          x.buffer().view(DType.F32, x.offsetBytes() - 8, 4),
          out.buffer().view(DType.F32, out.offsetBytes() - 8, 4));
      case SEGMENT_SLOT_SET_AGAIN -> {
        try (CompiledSchedule compiled = f.backend.compile(slots(f, 0), Options.STRICT)) {
          Buffer elsewhere = f.filled("elsewhere", 0, 0);
          f.submit(encoder -> encoder
              .execute(values(compiled, x.buffer().view(DType.F32), elsewhere.view(DType.F32))));
          f.submit(encoder -> encoder.execute(values(compiled, x, out)));
        }
      }
      case HOST_WORK -> {
        Capture capture = f.backend.capture("host");
        host(capture, x, out);
        Schedule schedule = capture.finish();
        f.submit(encoder -> encoder.replay(schedule.newValues()));
      }
      case HOST_WORK_SLOT -> {
        Capture capture = f.backend.capture("host");
        host(capture, capture.slot("x", DType.F32, 2), capture.slot("out", DType.F32, 2));
        execute(f, capture.finish(), x, out);
      }
    }
  }

  private static void execute(Fixture f, Schedule schedule, BufferView x, BufferView out) {
    Options options = schedule.items().getFirst() instanceof Schedule.Opaque
        ? Options.DEFAULT
        : Options.STRICT;
    try (CompiledSchedule compiled = f.backend.compile(schedule, options)) {
      f.submit(encoder -> encoder
          .execute(x == null ? compiled.newValues() : values(compiled, x, out)));
    }
  }

  private static SlotValues values(Slotted owner, BufferView x, BufferView out) {
    return owner.newValues().set(owner.slot("x"), x).set(owner.slot("out"), out);
  }

  private static Schedule fixed(Fixture f, BufferView x, BufferView out) {
    Capture capture = f.backend.capture("fixed");
    capture.dispatch(f.scale, Fixture.scaling(x, out, 10), "fixed");
    return capture.finish();
  }

  /** The kernel on slots, or on what begins this many elements into them. */
  private static Schedule slots(Fixture f, int start) {
    Capture capture = f.backend.capture("slots");
    BufferView x = capture.slot("x", DType.F32, start + 2);
    BufferView out = capture.slot("out", DType.F32, start + 2);
    capture.dispatch(f.scale, Fixture.scaling(x.slice(start, 2), out.slice(start, 2), 10), "slots");
    return capture.finish();
  }

  private static void host(Capture capture, BufferView x, BufferView out) {
    capture.opaque("host",
        List.of(new HostWork.Use(x, Access.READ), new HostWork.Use(out, Access.WRITE_ALL)),
        uses -> {
          for (int i = 0; i < uses.get(1).length(); i++) {
            uses.get(1).setDouble(i, 10 * uses.get(0).getDouble(i));
          }
        });
  }
}
