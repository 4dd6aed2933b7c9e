package dev.assay.backend.support;

import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.HostWork;
import dev.assay.spi.backend.LibraryCall;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import dev.assay.spi.data.DType;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects steps with the checks and barriers that an encoder would apply. */
final class SupportCapture implements Capture {
  private final SupportBackend backend;
  private final String label;
  private final DispatchChecks checks;
  private final HazardTracker hazards = new HazardTracker();
  private final CaptureSlots slots = new CaptureSlots();
  private final List<BufferView> slotViews = new ArrayList<>();
  private final List<ScheduleStep> steps = new ArrayList<>();

  SupportCapture(SupportBackend backend, String label) {
    this.backend = backend;
    this.label = label;
    this.checks = new DispatchChecks(backend, "capture", label);
  }

  @Override
  public BufferView slot(String name, DType dtype, long count) {
    checks.usable("slot");
    if (slotViews.stream().anyMatch(view -> view.buffer().label().equals(name))) {
      throw new InvalidCallException(
          Problem.of(Codes.BIND_DOUBLED, "slot '" + name + "' is declared twice")
              .at("capture '" + label + "'"));
    }
    SupportBuffer placeholder = new SupportBuffer(backend, name,
        Math.multiplyExact(count, dtype.sizeBytes()), slots, null);
    slots.add(placeholder);
    BufferView view = placeholder.view(dtype);
    slotViews.add(view);
    return view;
  }

  @Override
  public void mayOverlap(String slot, String other) {
    checks.usable("mayOverlap");
    slots.declareOverlap(index(slot), index(other));
  }

  @Override
  public void dispatch(Pipeline pipeline, Bindings bindings, String dispatchLabel) {
    checks.usable("dispatch");
    capture(checks.own(pipeline).bake(bindings, dispatchLabel), null);
  }

  @Override
  public void dispatch(DispatchRecord record) {
    checks.usable("dispatch");
    capture(checks.own((Slotted) record), null);
  }

  @Override
  public void dispatch(SlotValues values) {
    checks.usable("dispatch");
    capture(checks.own(values.owner()), values);
  }

  @Override
  public void noOp(String stepLabel) {
    checks.usable("noOp");
    steps.add(new ScheduleStep.Nothing(stepLabel));
  }

  @Override
  public void opaque(String stepLabel, List<HostWork.Use> uses, HostWork work) {
    checks.usable("opaque");
    opaque(new ScheduleStep.Host(stepLabel, List.copyOf(uses), work));
  }

  @Override
  public void library(String stepLabel, List<HostWork.Use> uses, LibraryCall call) {
    checks.usable("library");
    String refusal = backend.port().libraryRefusal(call);
    if (refusal != null) {
      throw new InvalidCallException(Problem
          .of(Codes.BIND_FOREIGN,
              "step '" + stepLabel + "' calls library routine '" + call.routine()
                  + "', which this device does not have")
          .at("capture '" + label + "'")
          .expected("a routine of this device's library", refusal)
          .remedy("use a kernel instead, or the device that the call was made for"));
    }
    opaque(new ScheduleStep.Library(stepLabel, List.copyOf(uses), call));
  }

  private void opaque(ScheduleStep.Opaque step) {
    for (HostWork.Use use : step.uses()) {
      if (!use.view().buffer().owner().equals(backend) || use.view().buffer().isClosed()) {
        throw new InvalidCallException(Problem
            .of(Codes.BIND_FOREIGN,
                "step '" + step.label() + "' uses a buffer that is closed or of another device")
            .at("capture '" + label + "'")
            .expected("an open buffer of this " + backend.id(), use.view().toString()));
      }
    }
    steps.add(step);
    hazards.saturate();
  }

  @Override
  public Schedule finish() {
    checks.usable("finish");
    checks.end("finished");
    return new SupportSchedule(backend, label, slots, slotViews, steps);
  }

  private void capture(BakedDispatch record, @Nullable SlotValues values) {
    @Nullable BufferView[] views =
        record.resolve(values, new BufferView[record.parameters()], false);
    if (record.isEmpty()) {
      steps.add(new ScheduleStep.Nothing(record.label()));
    } else {
      steps.add(
          new ScheduleStep.Dispatch(record, views, hazards.barrierBefore(record.rules(), views)));
    }
  }

  private int index(String slot) {
    for (int i = 0; i < slotViews.size(); i++) {
      if (slotViews.get(i).buffer().label().equals(slot)) {
        return i;
      }
    }
    throw new InvalidCallException(Problem.of(Codes.BIND_UNKNOWN, "there is no slot '" + slot + "'")
        .at("capture '" + label + "'")
        .remedy(NearestNames.advice(slot,
            slotViews.stream().map(view -> view.buffer().label()).toList())));
  }
}
