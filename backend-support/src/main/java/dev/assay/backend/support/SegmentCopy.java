package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.SlotValues;
import java.util.ArrayList;
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
  private final List<DevicePort.Segment> segments = new ArrayList<>();
  private final @Nullable BufferView[] views;
  private final long[] fields;
  private boolean written;
  // Executions that need it as it is, and all that have not completed.
  int readers;
  int uses;

  SegmentCopy(SegmentedSchedule owner, List<SegmentPlan> plans) {
    DevicePort port = owner.backend().port();
    this.owner = owner;
    this.plans = plans;
    this.views = new BufferView[owner.slots().size()];
    this.fields = new long[owner.fields().size()];
    try {
      plans.forEach(plan -> segments.add(plan.make(port)));
    } catch (Throwable refused) {
      release();
      throw refused;
    }
  }

  DevicePort.Segment segment(int plan) {
    return segments.get(plan);
  }

  /** Whether it may be written. */
  boolean isIdle() {
    return readers == 0;
  }

  /** Whether it may be released. */
  boolean isUnused() {
    return uses == 0;
  }

  /** One execution needs it no longer as it is. */
  void leave() {
    owner.leave(this);
  }

  /** One execution has completed, or was dropped. */
  void end() {
    owner.end(this);
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
    boolean fresh = !written;
    // Until all is written it holds nobody's values: a write that fails half-way must not leave it looking like the old.
    written = false;
    for (int i = 0; i < views.length; i++) {
      BufferView view = values.view(i);
      if (view != null && (fresh || !view.equals(views[i]))) {
        for (int s = 0; s < segments.size(); s++) {
          plans.get(s).setSlot(segments.get(s), i, view);
        }
        views[i] = view;
      }
    }
    for (int i = 0; i < fields.length; i++) {
      if (fresh || fields[i] != values.value(i)) {
        for (int s = 0; s < segments.size(); s++) {
          plans.get(s).setField(segments.get(s), i, values, scratch);
        }
        fields[i] = values.value(i);
      }
    }
    written = true;
  }

  void release() {
    segments.forEach(segment -> owner.backend().release(segment::release));
  }
}
