package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record: arrays by the parameter's place in the declaration, resolved once, read at every dispatch. */
final class BakedDispatch implements DispatchRecord {
  static final int NO_SLOT = -1;

  private final SupportPipeline pipeline;
  private final String label;
  private final String description;
  private final @Nullable BufferView[] views;
  private final @Nullable StructValue[] constants;
  private final int[] slotIndices;
  private final List<Slot> slots;
  private final ViewRules rules;
  private final @Nullable Grid grid;
  private final boolean empty;

  BakedDispatch(
      SupportPipeline pipeline,
      String label,
      @Nullable BufferView[] views,
      @Nullable StructValue[] constants,
      int[] slotIndices,
      List<String> slotNames,
      ViewRules rules,
      @Nullable Grid grid,
      boolean empty) {
    this.pipeline = pipeline;
    this.label = label;
    this.description = "'" + label + "' of " + pipeline.key();
    this.views = views;
    this.constants = constants;
    this.slotIndices = slotIndices;
    this.rules = rules;
    this.grid = grid;
    this.empty = empty;
    List<Slot> handles = new ArrayList<>();
    for (String name : slotNames) {
      handles.add(new Slot(this, name, handles.size()));
    }
    this.slots = List.copyOf(handles);
  }

  @Override
  public SupportPipeline pipeline() {
    return pipeline;
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
  public Slot slot(String parameter) {
    return slots.stream()
        .filter(slot -> slot.parameter().equals(parameter))
        .findFirst()
        .orElseThrow(() -> new InvalidCallException(
            Problem.of(Codes.BIND_UNKNOWN, "record '" + label + "' has no slot '" + parameter + "'")
                .at("record of " + pipeline.key())
                .remedy(
                    NearestNames.advice(parameter, slots.stream().map(Slot::parameter).toList()))));
  }

  @Override
  public SlotValues newValues() {
    return new SlotValues(this, slots.size());
  }

  /** Whether there is nothing to do: the amount of work is zero. */
  boolean isEmpty() {
    return empty;
  }

  /** Puts the views of this dispatch into {@code target}, by parameter, and reports what is wrong with them. */
  void resolve(@Nullable SlotValues values, @Nullable BufferView[] target, Problems problems) {
    for (int i = 0; i < views.length; i++) {
      BufferView view = views[i];
      if (slotIndices[i] != NO_SLOT) {
        view = values == null ? null : values.view(slotIndices[i]);
        if (view == null) {
          problems.add(Problem
              .of(Codes.BIND_MISSING,
                  "slot '" + slots.get(slotIndices[i]).parameter() + "' is empty")
              .remedy("set it in the record's SlotValues"));
        }
      }
      target[i] = view;
    }
    rules.check(target, problems);
  }

  /** Encodes this dispatch with these views, which were resolved and found right. */
  void encode(DevicePort.Encoder encoder, @Nullable BufferView[] resolved) {
    encoder.setPipeline(pipeline.devicePipeline());
    List<Parameter> parameters = pipeline.declaration().parameters();
    for (int i = 0; i < resolved.length; i++) {
      BufferView view = resolved[i];
      StructValue constant = constants[i];
      if (view != null && parameters.get(i) instanceof Parameter.Buffer parameter) {
        SupportBuffer buffer = (SupportBuffer) view.buffer();
        encoder.setBuffer(i, buffer.memory(), view.offsetBytes(), rules.touchedBytes(i, view),
            parameter.access());
      } else if (constant != null) {
        encoder.setConstant(i, constant);
      }
    }
    encoder.dispatch(grid, description);
  }
}
