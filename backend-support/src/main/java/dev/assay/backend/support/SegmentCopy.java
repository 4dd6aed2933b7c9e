package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.SlotValues;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a compiled schedule with one set of slots and fields. It is written only while no execution uses it;
 * its state is guarded by the schedule that owns it.
 */
final class SegmentCopy {
  private final SegmentedSchedule owner;
  private final List<SegmentPlan> plans;
  private final DevicePort.Segment[] segments;
  private final @Nullable BufferView[] views;
  private final long[] fields;
  private boolean written;
  private int uses;

  SegmentCopy(SegmentedSchedule owner, List<SegmentPlan> plans, DevicePort port, int slots,
      int fields) {
    this.owner = owner;
    this.plans = plans;
    this.segments = plans.stream().map(plan -> plan.make(port)).toArray(DevicePort.Segment[]::new);
    this.views = new BufferView[slots];
    this.fields = new long[fields];
  }

  DevicePort.Segment segment(int plan) {
    return segments[plan];
  }

  boolean isIdle() {
    return uses == 0;
  }

  void begin() {
    uses++;
  }

  /** Called when an execution has completed or was dropped. */
  void endUse() {
    owner.endUse(this);
  }

  void end() {
    uses--;
  }

  /** Whether it holds exactly these values already, so that executions may share it. */
  boolean holds(SlotValues values) {
    if (!written) {
      return false;
    }
    for (int i = 0; i < views.length; i++) {
      if (!Objects.equals(views[i], values.view(i))) {
        return false;
      }
    }
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != values.value(i)) {
        return false;
      }
    }
    return true;
  }

  /** Writes what differs. */
  void write(SlotValues values, ConstantScratch scratch) {
    for (int i = 0; i < views.length; i++) {
      BufferView view = values.view(i);
      if (view != null && !view.equals(views[i])) {
        for (int s = 0; s < segments.length; s++) {
          plans.get(s).setSlot(segments[s], i, view);
        }
        views[i] = view;
      }
    }
    for (int i = 0; i < fields.length; i++) {
      if (!written || fields[i] != values.value(i)) {
        for (int s = 0; s < segments.length; s++) {
          plans.get(s).setField(segments[s], i, values, scratch);
        }
        fields[i] = values.value(i);
      }
    }
    written = true;
  }

  void release() {
    for (DevicePort.Segment segment : segments) {
      segment.release();
    }
  }
}
