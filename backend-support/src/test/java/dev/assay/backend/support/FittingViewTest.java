package dev.assay.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.Buffer;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import org.junit.jupiter.api.Test;

/** That a view fitted once says nothing about what may have changed, nor about other places and other records. */
class FittingViewTest {
  private static DispatchRecord slots(Fixture f, long width) {
    return f.scale.bake(new Bindings().slot("x")
        .slot("out")
        .constant("params", TestKernels.scale(1, width, 2)), "slots");
  }

  private static void dispatch(Fixture f, DispatchRecord record, BufferView x, BufferView out) {
    SlotValues values = record.newValues().set(record.slot("x"), x).set(record.slot("out"), out);
    f.submit(encoder -> {
      encoder.dispatch(values);
      encoder.dispatch(values);
    });
  }

  @Test
  void itsBufferMayBeClosedSince() {
    try (Fixture f = new Fixture()) {
      DispatchRecord record = slots(f, 2);
      BufferView x = f.filled("x", 1, 2).view(DType.F32);
      Buffer out = f.filled("out", 0, 0);
      BufferView view = out.view(DType.F32);
      dispatch(f, record, x, view);
      out.close();
      Fixture.assertCode(Codes.CLOSED, () -> dispatch(f, record, x, view));
    }
  }

  @Test
  void anotherRecordMayTouchMore() {
    try (Fixture f = new Fixture()) {
      BufferView x = f.filled("x", 1, 2).view(DType.F32);
      BufferView out = f.filled("out", 0, 0).view(DType.F32);
      dispatch(f, slots(f, 2), x, out);
      Fixture.assertCode(Codes.BIND_LENGTH, () -> dispatch(f, slots(f, 3), x, out));
    }
  }

  @Test
  void viewsThatFitAloneMayOverlapTogether() {
    try (Fixture f = new Fixture()) {
      DispatchRecord record = slots(f, 2);
      BufferView all = f.filled("all", 1, 2, 3).view(DType.F32);
      BufferView other = f.filled("other", 0, 0).view(DType.F32);
      BufferView low = all.slice(0, 2);
      BufferView high = all.slice(1, 2);
      dispatch(f, record, low, other);
      dispatch(f, record, other, high);
      Fixture.assertCode(Codes.BIND_ALIAS, () -> dispatch(f, record, low, high));
      assertThat(all.read().toDoubles()).containsExactly(1, 4, 8);
    }
  }

  @Test
  void anotherTypeOrDeviceIsRefusedAfterARightOne() {
    try (Fixture f = new Fixture(); Fixture others = new Fixture()) {
      DispatchRecord record = slots(f, 2);
      BufferView x = f.filled("x", 1, 2).view(DType.F32);
      Buffer out = f.filled("out", 0, 0);
      dispatch(f, record, x, out.view(DType.F32));
      Fixture.assertCode(Codes.BIND_TYPE, () -> dispatch(f, record, x, out.view(DType.F16)));
      Fixture.assertCode(Codes.BIND_FOREIGN,
          () -> dispatch(f, record, x, others.filled("theirs", 0, 0).view(DType.F32)));
    }
  }

  @Test
  void moreBuffersThanBitsAreKeptInOrderAndApart() {
    try (Fixture f = new Fixture()) {
      DispatchRecord record = slots(f, 1);
      BufferView first = f.filled("first", 1).view(DType.F32);
      BufferView x = first;
      for (int i = 0; i < 200; i++) {
        BufferView out = f.filled("out", 0).view(DType.F32);
        BufferView from = x;
        f.port.stream.clear();
        SlotValues there =
            record.newValues().set(record.slot("x"), from).set(record.slot("out"), out);
        SlotValues back =
            record.newValues().set(record.slot("x"), out).set(record.slot("out"), from);
        f.submit(encoder -> {
          encoder.dispatch(there);
          encoder.dispatch(back);
          encoder.dispatch(there);
        });
        assertThat(f.shape()).containsExactly("pipeline", "dispatch", "barrier", "pipeline",
            "dispatch", "barrier", "pipeline", "dispatch");
        assertThat(out.read().toDoubles()[0]).isEqualTo(from.read().toDoubles()[0] * 2);
        x = f.filled("x", 1).view(DType.F32);
      }
    }
  }
}
