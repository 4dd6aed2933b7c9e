package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.InvalidCallException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One segment of a schedule: its commands, and where slots and patchable fields go in them. Immutable. */
final class SegmentPlan {
  /** A binding that follows a slot. */
  private record SlotUse(
      int slot,
      int command,
      int parameter,
      long offsetBytes,
      long lengthBytes,
      BakedDispatch record) {}

  /** A constant that follows a field. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record FieldUse(
      int field,
      int command,
      int parameter,
      long constantOffset,
      BakedDispatch record,
      int[] fieldMap) {}

  /** A binding that never changes. */
  private record Fixed(
      int command,
      int parameter,
      BufferView view,
      long lengthBytes,
      BakedDispatch record) {}

  /** A constant that never changes. */
  private record FixedConstant(
      int command,
      int parameter,
      long constantOffset,
      StructValue value) {}

  private final int start;
  private final int end;
  private final int[] commandBefore;
  private final List<DevicePort.SegmentCommand> commands = new ArrayList<>();
  private final List<SupportPipeline> pipelines = new ArrayList<>();
  private final List<Fixed> fixed = new ArrayList<>();
  private final List<FixedConstant> fixedConstants = new ArrayList<>();
  private final List<SlotUse> slotUses = new ArrayList<>();
  private final List<FieldUse> fieldUses = new ArrayList<>();
  private final ConstantAllocator constants;

  /** Plans the steps {@code start} to before {@code end}, of which every dispatch can go indirect. */
  SegmentPlan(SupportSchedule schedule, int start, int end, boolean conservative) {
    SegmentOrder order = new SegmentOrder();
    this.constants = new ConstantAllocator(schedule.backend().profile().memory());
    this.start = start;
    this.end = end;
    this.commandBefore = new int[end - start + 1];
    for (int i = start; i < end; i++) {
      commandBefore[i - start] = commands.size();
      if (schedule.steps().get(i) instanceof ScheduleStep.Dispatch dispatch) {
        plan(schedule, dispatch, schedule.fieldMap(i),
            order.next(dispatch.record(), dispatch.views(), conservative));
      }
    }
    commandBefore[end - start] = commands.size();
  }

  private void plan(SupportSchedule schedule, ScheduleStep.Dispatch dispatch, int[] fieldMap,
      SegmentOrder.Waits waits) {
    BakedDispatch record = dispatch.record();
    int command = commands.size();
    SupportPipeline pipeline = record.pipeline();
    SupportPipeline indirect = pipeline.backend().port().needsIndirectPipelines()
        ? (SupportPipeline) pipeline.backend().registry().pipeline(pipeline.key().forIndirect())
        : pipeline;
    if (!pipelines.contains(indirect)) {
      pipelines.add(indirect);
    }
    List<Integer> changing = new ArrayList<>();
    for (int p = 0; p < dispatch.views().length; p++) {
      BufferView view = dispatch.views()[p];
      StructValue constant = record.constant(p);
      if (view != null) {
        long bytes = record.rules().touchedBytes(p);
        int slot = schedule.slotIndex(view);
        if (slot < 0) {
          fixed.add(new Fixed(command, p, view, bytes, record));
        } else {
          slotUses.add(new SlotUse(slot, command, p, view.offsetBytes(), bytes, record));
          changing.add(p);
        }
      } else if (constant != null) {
        long offset = constants.place(constant.layout().sizeBytes());
        if (record.isPatched(p)) {
          changing.add(p);
          for (FieldSlot field : record.fields()) {
            fieldUses
                .add(new FieldUse(fieldMap[field.index()], command, p, offset, record, fieldMap));
          }
        } else {
          fixedConstants.add(new FixedConstant(command, p, offset, constant));
        }
      }
    }
    commands.add(new DevicePort.SegmentCommand(indirect.devicePipeline(), record.grid(),
        waits.barrier(), waits.all(), waits.commands(), changing, record.description()));
  }

  /** Keeps the pipelines of the commands while the encoder's submission is in flight. */
  void use(SupportEncoder encoder) {
    for (int i = 0; i < pipelines.size(); i++) {
      SupportPipeline pipeline = pipelines.get(i);
      if (!encoder.use(pipeline)) {
        throw new InvalidCallException(
            pipeline.staleProblem("compile").remedy("capture and compile again"));
      }
    }
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** The number of commands of the steps before this one, which lies in the segment or right behind it. */
  int commandsBefore(int step) {
    return commandBefore[step - start];
  }

  CompiledSchedule.Segment describe() {
    int barriers = (int) commands.stream().filter(DevicePort.SegmentCommand::barrierBefore).count();
    return new CompiledSchedule.Segment(start, end, commands.size(), constants.sizeBytes(),
        barriers);
  }

  /** A new segment on the device with everything set that never changes. */
  DevicePort.Segment make(DevicePort port) {
    DevicePort.Segment segment = port.newSegment(commands, constants.sizeBytes());
    try {
      setFixed(segment);
      segment.prepare();
    } catch (Throwable refused) {
      segment.release();
      throw refused;
    }
    return segment;
  }

  private void setFixed(DevicePort.Segment segment) {
    for (Fixed each : fixed) {
      segment.setBuffer(each.command, each.parameter, ((SupportBuffer) each.view.buffer()).memory(),
          each.view.offsetBytes(), each.lengthBytes, each.record.access(each.parameter));
    }
    for (FixedConstant each : fixedConstants) {
      segment.setConstant(each.command, each.parameter, each.constantOffset, each.value.bytes(),
          each.value.layout().sizeBytes());
    }
  }

  /** Points every binding of this slot to a view. */
  void setSlot(DevicePort.Segment segment, int slot, BufferView view) {
    SupportBuffer buffer = (SupportBuffer) view.buffer();
    // By index: it is written between runs, and an iterator would be one object for each segment.
    for (int i = 0; i < slotUses.size(); i++) {
      SlotUse use = slotUses.get(i);
      if (use.slot == slot) {
        segment.setBuffer(use.command, use.parameter, buffer.memory(),
            view.offsetBytes() + use.offsetBytes,
            use.lengthBytes, use.record.access(use.parameter));
      }
    }
  }

  /** Writes every constant that this field is a part of. */
  void setField(DevicePort.Segment segment, int field, @Nullable SlotValues values,
      ConstantScratch scratch) {
    for (int i = 0; i < fieldUses.size(); i++) {
      FieldUse use = fieldUses.get(i);
      StructValue constant = use.record.constant(use.parameter);
      if (use.field == field && constant != null) {
        segment.setConstant(use.command, use.parameter, use.constantOffset,
            use.record.patched(use.parameter, values, use.fieldMap, scratch),
            constant.layout().sizeBytes());
      }
    }
  }
}
