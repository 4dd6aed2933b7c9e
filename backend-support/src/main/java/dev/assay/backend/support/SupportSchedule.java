package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A captured schedule: its steps, what may be given to it, and direct replay. */
final class SupportSchedule implements Schedule {
  private final SupportBackend backend;
  private final String label;
  private final CaptureSlots captureSlots;
  private final List<ScheduleStep> steps;
  private final List<Slot> slots;
  private final List<FieldSlot> fields;
  private final int[][] fieldMaps;
  private final ScheduleMemory memory;
  private final List<Item> items;

  SupportSchedule(
      SupportBackend backend, String label, CaptureSlots captureSlots, List<BufferView> slotViews,
      List<ScheduleStep> steps) {
    this.backend = backend;
    this.label = label;
    this.captureSlots = captureSlots;
    this.steps = List.copyOf(steps);
    List<Slot> handles = new ArrayList<>();
    slotViews.forEach(view -> handles.add(new Slot(this, view.buffer().label(), handles.size())));
    this.slots = List.copyOf(handles);
    Map<String, FieldSlot> byName = new LinkedHashMap<>();
    this.fieldMaps = new int[steps.size()][];
    for (int i = 0; i < steps.size(); i++) {
      fieldMaps[i] = steps.get(i) instanceof ScheduleStep.Dispatch dispatch
          ? mapFields(dispatch.record(), byName)
          : new int[0];
    }
    this.fields = List.copyOf(byName.values());
    checkBounds();
    this.memory = new ScheduleMemory(this, captureSlots, slotViews, this.steps);
    this.items = this.steps.stream().map(SupportSchedule::item).toList();
  }

  /** Fields of one name are one field of the schedule; its bounds are those that all of them allow. */
  private int[] mapFields(BakedDispatch record, Map<String, FieldSlot> byName) {
    int[] map = new int[record.fields().size()];
    for (FieldSlot field : record.fields()) {
      FieldSlot merged = byName.merge(field.name(),
          new FieldSlot(this, field.name(), byName.size(), field.minimum(), field.maximum()),
          (one, two) -> new FieldSlot(this, one.name(), one.index(),
              Math.max(one.minimum(), two.minimum()),
              Math.min(one.maximum(), two.maximum())));
      map[field.index()] = merged.index();
    }
    return map;
  }

  /** A name whose bounds have nothing in common could never be set. */
  private void checkBounds() {
    Problems problems = new Problems("schedule '" + label + "'");
    for (FieldSlot field : fields) {
      if (field.minimum() > field.maximum()) {
        problems.add(Problem
            .of(Codes.PATCH_RANGE, "no value of '" + field.name()
                + "' is within the bounds of all records that have a field of this name")
            .expected("bounds with a value in common",
                "at least " + field.minimum() + " for one, at most " + field.maximum()
                    + " for another")
            .remedy("give the fields different names, or bake with wider bounds"));
      }
    }
    problems.throwIfAny(InvalidCallException::new);
  }

  private static Item item(ScheduleStep step) {
    return switch (step) {
      case ScheduleStep.Dispatch(var record, var views, var barrier) ->
          new Dispatch(record.label(), record.command(views, barrier));
      case ScheduleStep.Nothing(var label) -> new NoOp(label);
      case ScheduleStep.Opaque opaque -> new Opaque(opaque.label(), opaque.uses());
    };
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public List<Slot> slots() {
    return slots;
  }

  @Override
  public List<FieldSlot> fields() {
    return fields;
  }

  @Override
  public List<Item> items() {
    return items;
  }

  SupportBackend backend() {
    return backend;
  }

  List<ScheduleStep> steps() {
    return steps;
  }

  int[] fieldMap(int step) {
    return fieldMaps[step];
  }

  /** The slot that this buffer stands for, or −1. */
  int slotIndex(BufferView view) {
    return captureSlots.index((SupportBuffer) view.buffer());
  }

  void checkOwner(SupportBackend asked) {
    if (asked != backend) {
      throw new InvalidCallException(
          Problem.of(Codes.BIND_FOREIGN, "schedule '" + label + "' is of another device")
              .at("run of schedule '" + label + "'"));
    }
  }

  /** Throws everything that is wrong with a run with these values, or with what the schedule was captured from. */
  void check(SupportEncoder encoder, SlotValues values) {
    memory.check(encoder, values);
  }

  /** Keeps busy what a run with these values uses. */
  void count(SupportEncoder encoder, SlotValues values) {
    memory.count(encoder, values);
  }

  /** Encodes the steps {@code from} to before {@code to} one by one; the values were checked. */
  void encode(SupportEncoder encoder, SlotValues values, int from, int to) {
    for (int i = from; i < to; i++) {
      switch (steps.get(i)) {
        case ScheduleStep.Dispatch dispatch -> encode(encoder, dispatch, values, fieldMaps[i]);
        case ScheduleStep.Nothing nothing -> {}
        case ScheduleStep.Opaque opaque -> encode(encoder, opaque, values);
      }
    }
  }

  private void encode(SupportEncoder encoder, ScheduleStep.Dispatch dispatch, SlotValues values,
      int[] fieldMap) {
    @Nullable BufferView[] captured = dispatch.views();
    @Nullable BufferView[] views = encoder.views(captured.length);
    for (int p = 0; p < captured.length; p++) {
      BufferView view = captured[p];
      views[p] = view == null ? null : given(view, values);
    }
    if (encoder.needsBarrier(dispatch.record(), views)) {
      encoder.device().barrier();
    }
    dispatch.record().encode(encoder.device(), views, values, fieldMap, encoder.scratch());
  }

  private void encode(SupportEncoder encoder, ScheduleStep.Opaque opaque, SlotValues values) {
    List<DevicePort.HostRange> ranges = new ArrayList<>();
    for (HostWork.Use use : opaque.uses()) {
      BufferView view = given(use.view(), values);
      ranges.add(new DevicePort.HostRange(((SupportBuffer) view.buffer()).memory(), view.dtype(),
          view.offsetBytes(),
          view.lengthBytes(), use.access()));
    }
    encoder.device().barrier();
    switch (opaque) {
      case ScheduleStep.Host host ->
          encoder.device().host(ranges, host.work(), "host step '" + host.label() + "'");
      case ScheduleStep.Library library -> encoder.device()
          .library(library.call(), ranges,
              "'" + library.label() + "' of library routine " + library.call().routine());
    }
    encoder.device().barrier();
    encoder.hazards().clear();
  }

  /** The view itself, or what was given for the slot that it is a part of. */
  BufferView given(BufferView view, SlotValues values) {
    int slot = slotIndex(view);
    BufferView given = slot < 0 ? null : values.view(slot);
    return given == null
        ? view
        : new BufferView(given.buffer(), view.dtype(), given.offsetBytes() + view.offsetBytes(),
            view.count());
  }
}
