package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.HostWork;
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

/**
 * What a schedule touches, summed up once: a range for each outside buffer, and for each slot whether it is written. A run
 * is checked against these, so its cost does not grow with the number of commands.
 */
final class ScheduleMemory {
  /** The bytes of one outside buffer between the first and the last that the schedule touches. */
  private static final class Outside {
    final SupportBuffer buffer;
    long start = Long.MAX_VALUE;
    long end;
    boolean written;

    Outside(SupportBuffer buffer) {
      this.buffer = buffer;
    }
  }

  private final SupportSchedule schedule;
  private final CaptureSlots captureSlots;
  private final List<BufferView> slotViews;
  private final boolean[] slotWritten;
  private final boolean[] slotUsed;
  // The most that anything which reads or writes in the slot asks of its start.
  private final int[] slotAlignment;
  private final Outside[] outside;
  private final SupportPipeline[] pipelines;

  ScheduleMemory(
      SupportSchedule schedule, CaptureSlots captureSlots, List<BufferView> slotViews,
      List<ScheduleStep> steps) {
    this.schedule = schedule;
    this.captureSlots = captureSlots;
    this.slotViews = List.copyOf(slotViews);
    this.slotWritten = new boolean[slotViews.size()];
    this.slotUsed = new boolean[slotViews.size()];
    this.slotAlignment = new int[slotViews.size()];
    Map<SupportBuffer, Outside> buffers = new LinkedHashMap<>();
    List<SupportPipeline> distinct = new ArrayList<>();
    for (ScheduleStep step : steps) {
      switch (step) {
        case ScheduleStep.Dispatch(var record, var views, var barrier) -> {
          if (!distinct.contains(record.pipeline())) {
            distinct.add(record.pipeline());
          }
          for (int p = 0; p < views.length; p++) {
            BufferView view = views[p];
            if (view != null) {
              note(buffers, view, record.rules().touchedBytes(p),
                  record.rules().alignment(p), record.rules().writes(p));
            }
          }
        }
        case ScheduleStep.Nothing nothing -> {}
        case ScheduleStep.Opaque opaque -> {
          for (HostWork.Use use : opaque.uses()) {
            note(buffers, use.view(), use.view().lengthBytes(), 1, use.access().writes());
          }
        }
      }
    }
    this.outside = buffers.values().toArray(new Outside[0]);
    this.pipelines = distinct.toArray(new SupportPipeline[0]);
  }

  private void note(Map<SupportBuffer, Outside> buffers, BufferView view, long bytes,
      int alignment, boolean writes) {
    SupportBuffer buffer = (SupportBuffer) view.buffer();
    int slot = captureSlots.index(buffer);
    if (slot >= 0) {
      slotUsed[slot] = true;
      slotAlignment[slot] =
          Math.max(slotAlignment[slot], Math.max(alignment, view.dtype().sizeBytes()));
      slotWritten[slot] |= writes;
      return;
    }
    Outside range = buffers.computeIfAbsent(buffer, Outside::new);
    range.start = Math.min(range.start, view.offsetBytes());
    range.end = Math.max(range.end, view.offsetBytes() + bytes);
    range.written |= writes;
  }

  void count(SupportEncoder encoder, SlotValues values) {
    for (Outside each : outside) {
      encoder.use(each.buffer, each.written);
    }
    for (int i = 0; i < slotUsed.length; i++) {
      BufferView view = values.view(i);
      if (view != null) {
        encoder.use((SupportBuffer) view.buffer(), slotWritten[i]);
      }
    }
  }

  void check(SupportEncoder encoder, SlotValues values) {
    // Before the check: what is in use is not released, and what was dropped before is found stale.
    for (SupportPipeline pipeline : pipelines) {
      encoder.use(pipeline);
    }
    if (!hold(values, null)) {
      Problems problems = new Problems("run of schedule '" + schedule.label() + "'");
      hold(values, problems);
      throw new InvalidCallException(problems.list());
    }
  }

  /** Whether everything is right; allocates nothing without a list for problems. */
  private boolean hold(SlotValues values, @Nullable Problems problems) {
    boolean right = fresh(problems);
    List<FieldSlot> fields = schedule.fields();
    for (int i = 0; i < fields.size(); i++) {
      FieldSlot field = fields.get(i);
      if (!values.isGiven(field.index())) {
        right = false;
        report(problems,
            () -> Problem.of(Codes.PATCH_RANGE, "field '" + field.name() + "' is not given")
                .expected(field.minimum() + " to " + field.maximum(), "no value"));
      }
    }
    for (int i = 0; i < slotUsed.length; i++) {
      right &= holdSlot(i, values, problems);
    }
    return right;
  }

  private boolean fresh(@Nullable Problems problems) {
    boolean right = true;
    for (Outside each : outside) {
      if (each.buffer.isClosed()) {
        right = false;
        report(problems,
            () -> Problem
                .of(Codes.STALE,
                    "buffer '" + each.buffer.label() + "' was closed after the capture")
                .remedy("capture again with the buffers that are in use now"));
      }
    }
    for (SupportPipeline pipeline : pipelines) {
      if (pipeline.isStale()) {
        right = false;
        report(problems, () -> pipeline.staleProblem("capture").remedy("capture again"));
      }
    }
    return right;
  }

  private boolean holdSlot(int index, SlotValues values, @Nullable Problems problems) {
    BufferView declared = slotViews.get(index);
    BufferView given = values.view(index);
    Slot slot = schedule.slots().get(index);
    if (given == null) {
      if (slotUsed[index]) {
        report(problems,
            () -> Problem.of(Codes.BIND_MISSING, "slot '" + slot.name() + "' is empty"));
      }
      return !slotUsed[index];
    }
    if (!given.buffer().owner().equals(schedule.backend())) {
      report(problems,
          () -> Problem
              .of(Codes.BIND_FOREIGN,
                  "slot '" + slot.name() + "' is given a buffer of another device")
              .expected("a buffer of this " + schedule.backend().id(), given.toString()));
      return false;
    }
    boolean right = true;
    if (given.buffer().isClosed()) {
      right = false;
      report(problems, () -> Problem.of(Codes.CLOSED, "slot '" + slot.name() + "' is given buffer '"
          + given.buffer().label() + "', which is closed"));
    }
    if (given.dtype() != declared.dtype()) {
      right = false;
      report(problems,
          () -> Problem
              .of(Codes.BIND_TYPE, "slot '" + slot.name() + "' is given another element type")
              .expected(declared.dtype().toString(), given.toString()));
    } else if (given.count() < declared.count()) {
      right = false;
      report(problems,
          () -> Problem
              .of(Codes.BIND_LENGTH, "slot '" + slot.name() + "' is given a view that is too short")
              .expected("at least " + declared.count() + " elements", given.toString()));
    }
    if (slotUsed[index] && given.offsetBytes() % slotAlignment[index] != 0) {
      right = false;
      report(problems,
          () -> Problem
              .of(Codes.BUFFER_RANGE,
                  "slot '" + slot.name() + "' is given a view that is not aligned")
              .expected("an offset that is a multiple of " + slotAlignment[index],
                  given.toString()));
    }
    boolean apart = apart(index, given, values, problems);
    return right && apart;
  }

  /** No slot may share bytes with another one or with an outside buffer where one is written, unless declared. */
  private boolean apart(int index, BufferView given, SlotValues values,
      @Nullable Problems problems) {
    boolean right = true;
    long start = given.offsetBytes();
    long end = start + slotViews.get(index).lengthBytes();
    String name = schedule.slots().get(index).name();
    for (int other = 0; other < index; other++) {
      BufferView theirs = values.view(other);
      if (theirs != null && (slotWritten[index] || slotWritten[other])
          && !captureSlots.mayOverlap(index, other)
          && theirs.buffer().equals(given.buffer())
          && start < theirs.offsetBytes() + slotViews.get(other).lengthBytes()
          && theirs.offsetBytes() < end) {
        right = false;
        report(problems,
            () -> Problem
                .of(Codes.BIND_ALIAS,
                    "slot '" + name + "' overlaps another slot, and one is written")
                .expected("no byte in common, or an overlap declared in the capture",
                    given + " and " + theirs));
      }
    }
    for (Outside each : outside) {
      if (each.buffer == given.buffer() && (slotWritten[index] || each.written) && start < each.end
          && each.start < end) {
        right = false;
        report(problems, () -> Problem.of(Codes.BIND_ALIAS, "slot '" + name
            + "' overlaps a buffer that the schedule uses by itself, and one is written")
            .expected("no byte in common", given + " and bytes " + each.start + " to " + each.end));
      }
    }
    return right;
  }

  private static void report(@Nullable Problems problems,
      java.util.function.Supplier<Problem> problem) {
    if (problems != null) {
      problems.add(problem.get());
    }
  }
}
