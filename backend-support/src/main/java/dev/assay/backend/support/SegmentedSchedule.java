package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import java.util.ArrayList;
import java.util.List;

/** A compiled schedule: segments and direct steps in order, and as many copies of the segments as are in flight. */
final class SegmentedSchedule implements CompiledSchedule {
  /** Executions with different values that may hold a copy each. */
  static final int MOST_COPIES = 64;

  private final SupportSchedule schedule;
  private final List<SegmentPlan> plans;
  private final Explanation explanation;
  private final List<Slot> slots;
  private final List<FieldSlot> fields;
  private final List<SegmentCopy> copies = new ArrayList<>();
  private final ConstantScratch scratch = new ConstantScratch();
  private boolean closed;

  SegmentedSchedule(SupportSchedule schedule, Options options) {
    this.schedule = schedule;
    SegmentPlanner planner = new SegmentPlanner(schedule, options);
    this.plans = planner.plan();
    this.explanation = planner.explain();
    this.slots =
        schedule.slots().stream().map(slot -> new Slot(this, slot.name(), slot.index())).toList();
    this.fields = schedule.fields()
        .stream()
        .map(field -> new FieldSlot(this, field.name(), field.index(), field.minimum(),
            field.maximum()))
        .toList();
    if (!plans.isEmpty()) {
      // Now rather than at the first execution, which would wait for it.
      copies.add(new SegmentCopy(this, plans));
    }
  }

  @Override
  public String label() {
    return schedule.label();
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
  public SupportSchedule schedule() {
    return schedule;
  }

  @Override
  public Explanation explain() {
    return explanation;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      copies.stream().filter(SegmentCopy::isUnused).forEach(SegmentCopy::release);
      copies.removeIf(SegmentCopy::isUnused);
      backend().closed(this);
    }
  }

  /** Releases every copy: nothing runs any more, and encoders that still hold one can only be closed. */
  synchronized void releaseAll() {
    closed = true;
    copies.forEach(SegmentCopy::release);
    copies.clear();
    backend().closed(this);
  }

  SupportBackend backend() {
    return schedule.backend();
  }

  /** Encodes the steps {@code from} to before {@code to}; {@code Integer.MAX_VALUE} stands for the end. */
  void execute(SupportEncoder encoder, SlotValues values, int from, int to) {
    int size = schedule.steps().size();
    int end = to == Integer.MAX_VALUE ? size : to;
    if (from < 0 || from > end || end > size) {
      throw new InvalidCallException(
          Problem.of(Codes.SCHEDULE_RANGE, "the steps are outside the schedule")
              .at("execute of '" + label() + "'")
              .expected("within 0 to " + size, from + " to " + end));
    }
    schedule.check(encoder, values);
    if (encoder.isSerial()) {
      // A barrier before every dispatch is what a segment cannot give once it is made.
      checkOpen();
      schedule.count(encoder, values);
      encoder.beginEncoding();
      schedule.encode(encoder, values, from, end);
      encoder.endEncoding();
      return;
    }
    checkOffsets(values);
    for (int i = 0; i < plans.size(); i++) {
      plans.get(i).use(encoder);
    }
    SegmentCopy copy = acquire(values);
    encoder.use(copy);
    schedule.count(encoder, values);
    encoder.beginEncoding();
    encode(encoder, values, copy, from, end);
    encoder.endEncoding();
  }

  private void encode(SupportEncoder encoder, SlotValues values, SegmentCopy copy, int from,
      int end) {
    int step = from;
    for (int i = 0; i < plans.size() && step < end; i++) {
      SegmentPlan plan = plans.get(i);
      int first = Math.clamp(plan.start(), step, end);
      schedule.encode(encoder, values, step, first);
      step = first;
      int last = Math.clamp(plan.end(), step, end);
      if (last > step && step >= plan.start()) {
        execute(encoder, copy.segment(i), plan.commandsBefore(step), plan.commandsBefore(last));
        step = last;
      }
    }
    schedule.encode(encoder, values, step, end);
  }

  private static void execute(SupportEncoder encoder, DevicePort.Segment segment, int from,
      int to) {
    if (to > from) {
      encoder.device().barrier();
      encoder.device().execute(segment, from, to);
      encoder.device().barrier();
      encoder.hazards().clear();
    }
  }

  private void checkOffsets(SlotValues values) {
    long largestOffset = backend().profile().memory().largestSegmentOffset();
    for (int i = 0; i < slots.size(); i++) {
      BufferView view = values.view(i);
      if (view != null && view.lengthBytes() > largestOffset - view.offsetBytes()
          && !plans.isEmpty()) {
        throw new InvalidCallException(
            Problem
                .of(Codes.LIMIT_EXCEEDED,
                    "slot '" + slots.get(i).name() + "' reaches beyond what segments address")
                .at("execute of '" + label() + "'")
                .expected("offsets up to " + largestOffset, view.toString())
                .remedy("put it into a buffer of its own, or compile without segments"));
      }
    }
  }

  private synchronized void checkOpen() {
    if (closed) {
      throw new InvalidCallException(
          Problem.of(Codes.CLOSED, "compiled schedule '" + label() + "' is closed").at("execute"));
    }
  }

  private synchronized SegmentCopy acquire(SlotValues values) {
    checkOpen();
    SegmentCopy chosen = choose(values);
    if (!chosen.holds(values)) {
      chosen.write(values, scratch);
    }
    chosen.readers++;
    chosen.uses++;
    return chosen;
  }

  private SegmentCopy choose(SlotValues values) {
    SegmentCopy idle = null;
    for (int i = 0; i < copies.size(); i++) {
      SegmentCopy copy = copies.get(i);
      if (copy.holds(values)) {
        return copy;
      }
      idle = copy.isIdle() ? copy : idle;
    }
    if (idle != null) {
      return idle;
    }
    if (copies.size() == MOST_COPIES) {
      throw new InvalidCallException(
          Problem
              .of(Codes.LIMIT_EXCEEDED,
                  "too many executions of '" + label() + "' with different values are unfinished")
              .at("execute")
              .expected("at most " + MOST_COPIES, Integer.toString(MOST_COPIES + 1))
              .remedy("commit and wait for some of them"));
    }
    SegmentCopy made = new SegmentCopy(this, plans);
    copies.add(made);
    return made;
  }

  synchronized void leave(SegmentCopy copy) {
    copy.readers--;
  }

  synchronized void end(SegmentCopy copy) {
    copy.uses--;
    if (closed && copy.isUnused() && copies.remove(copy)) {
      copy.release();
    }
  }
}
