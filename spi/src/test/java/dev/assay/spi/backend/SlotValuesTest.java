package dev.assay.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.spi.GoldenFile;
import dev.assay.spi.data.DType;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotValuesTest {
  /** A record with two slots and nothing to run. */
  private static final class TwoSlots implements DispatchRecord {
    private final String label;

    TwoSlots(String label) {
      this.label = label;
    }

    @Override
    public Pipeline pipeline() {
      throw new UnsupportedOperationException("nothing to run");
    }

    @Override
    public String label() {
      return label;
    }

    @Override
    public List<Slot> slots() {
      return List.of(new Slot(this, "x", 0), new Slot(this, "y", 1));
    }

    @Override
    public List<FieldSlot> fields() {
      return List.of(new FieldSlot(this, "position", 0, -1, 511));
    }
  }

  private static List<Slot> oneSlot(Slotted owner) {
    return List.of(new Slot(owner, "x", 0));
  }

  private static List<FieldSlot> oneField(Slotted owner) {
    return List.of(new FieldSlot(owner, "position", 0, 0, 1));
  }

  /** A schedule of nothing, with a slot and a field. */
  private record OneSlot(String label) implements Schedule {
    @Override
    public List<Slot> slots() {
      return oneSlot(this);
    }

    @Override
    public List<FieldSlot> fields() {
      return oneField(this);
    }

    @Override
    public List<Item> items() {
      return List.of();
    }
  }

  /** What was compiled of a schedule, under its label. */
  private record Compiled(Schedule schedule) implements CompiledSchedule {
    @Override
    public String label() {
      return schedule.label();
    }

    @Override
    public List<Slot> slots() {
      return oneSlot(this);
    }

    @Override
    public List<FieldSlot> fields() {
      return oneField(this);
    }

    @Override
    public Explanation explain() {
      throw new UnsupportedOperationException("nothing was compiled");
    }

    @Override
    public void close() {}
  }

  private final HeapBuffer buffer = new HeapBuffer("b", 64);

  @Test
  void aSlotHoldsWhatWasSetLast() {
    DispatchRecord record = new TwoSlots("layer 1");
    SlotValues values = record.newValues();
    BufferView first = buffer.view(DType.F32, 0, 1);
    BufferView second = buffer.view(DType.F32, 4, 1);

    assertThat(values.view(0)).as("before it is set").isNull();
    values.set(record.slot("y"), first).set(record.slot("x"), first).set(record.slot("y"), second);

    assertThat(values.view(0)).isSameAs(first);
    assertThat(values.view(1)).isSameAs(second);
    assertThat(values.owner()).isSameAs(record);
  }

  @Test
  void aSlotOfAnotherRecordIsRefusedThoughItsIndexWouldFit() {
    DispatchRecord record = new TwoSlots("layer 1");
    SlotValues values = record.newValues();
    Slot foreign = new TwoSlots("layer 2").slot("x");

    GoldenFile.assertMessage("slot-foreign",
        catchThrowable(() -> values.set(foreign, buffer.view(DType.F32))));
    assertThat(values.view(0)).isNull();
  }

  @Test
  void ofAScheduleAndWhatWasCompiledOfItTheMessageSaysWhichIsWhich() {
    Schedule schedule = new OneSlot("loop");
    CompiledSchedule compiled = new Compiled(schedule);

    GoldenFile.assertMessage("slot-of-schedule", catchThrowable(
        () -> compiled.newValues().set(schedule.slot("x"), buffer.view(DType.F32))));
    GoldenFile.assertMessage("field-of-compiled-schedule", catchThrowable(
        () -> schedule.newValues().set(compiled.field("position"), 1)));
  }

  @Test
  void oneOfTheSameKindAndLabelIsCalledAnother() {
    GoldenFile.assertMessage("slot-of-namesake", catchThrowable(() -> new OneSlot("loop")
        .newValues()
        .set(new TwoSlots("loop").slot("x"), buffer.view(DType.F32))));
    SlotValues values = new TwoSlots("loop").newValues();
    Slot namesake = new TwoSlots("loop").slot("x");
    assertThat(catchThrowable(() -> values.set(namesake, buffer.view(DType.F32))))
        .hasMessageContaining("actual: one of another record 'loop'");
  }

  @Test
  void aFieldTakesWhatIsWithinItsBoundsAndNothingElse() {
    DispatchRecord record = new TwoSlots("layer 1");
    SlotValues values = record.newValues();
    FieldSlot position = record.field("position");
    assertThat(values.isGiven(0)).isFalse();

    values.set(position, -1).set(position, 511);
    GoldenFile.assertMessage("field-out-of-bounds",
        catchThrowable(() -> values.set(position, 512)));
    assertThat(catchThrowable(() -> values.set(position, -2))).hasMessageContaining("-2");
    assertThat(catchThrowable(() -> values.set(new TwoSlots("layer 2").field("position"), 0)))
        .hasMessageContaining("layer 2");

    assertThat(values.isGiven(0)).isTrue();
    assertThat(values.value(0)).isEqualTo(511);
  }

  @Test
  void unknownSlotsAndFieldsOfferTheNearest() {
    DispatchRecord record = new TwoSlots("layer 1");
    GoldenFile.assertMessage("field-unknown", catchThrowable(() -> record.field("positon")));
    assertThat(catchThrowable(() -> record.slot("z"))).hasMessageContaining("did you mean x, y?");
  }
}
