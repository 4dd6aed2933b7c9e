package dev.assay.backend.support;

import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Command;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.data.StructLayout;
import dev.assay.spi.data.StructValue;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import dev.assay.spi.error.Problems;
import dev.assay.spi.kernel.Access;
import dev.assay.spi.kernel.Parameter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record: arrays by the parameter's place in the declaration, resolved once, read at every dispatch. */
final class BakedDispatch implements DispatchRecord {
  static final int NO_SLOT = -1;

  /** Where a patchable field lies. */
  private record Place(int parameter, StructLayout.Field field) {}

  private final SupportPipeline pipeline;
  private final String label;
  private final String description;
  private final @Nullable BufferView[] views;
  private final @Nullable StructValue[] constants;
  private final @Nullable Access[] accesses;
  // Constants that travel in memory.
  private final boolean[] large;
  private final int[] slotIndices;
  private final List<Slot> slots;
  private final List<FieldSlot> fields;
  private final Place[] places;
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
      List<Corners.Patch> patches,
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
    List<Parameter> parameters = pipeline.declaration().parameters();
    this.accesses = new Access[parameters.size()];
    this.large = new boolean[parameters.size()];
    Map<String, Integer> ordinals = new LinkedHashMap<>();
    for (int i = 0; i < accesses.length; i++) {
      ordinals.put(parameters.get(i).name(), i);
      if (parameters.get(i) instanceof Parameter.Buffer buffer) {
        accesses[i] = buffer.access();
      }
      StructValue constant = constants[i];
      large[i] = constant != null && !pipeline.backend()
          .profile()
          .parameters()
          .isInline(constant.layout().sizeBytes());
    }
    List<Slot> slotHandles = new ArrayList<>();
    slotNames.forEach(name -> slotHandles.add(new Slot(this, name, slotHandles.size())));
    this.slots = List.copyOf(slotHandles);
    List<FieldSlot> fieldHandles = new ArrayList<>();
    this.places = new Place[patches.size()];
    for (Corners.Patch patch : patches) {
      int parameter = ordinals.getOrDefault(patch.parameter(), NO_SLOT);
      StructValue value = java.util.Objects.requireNonNull(constants[parameter]);
      places[fieldHandles.size()] =
          new Place(parameter, value.layout().field(patch.field()).orElseThrow());
      fieldHandles.add(
          new FieldSlot(this, patch.name(), fieldHandles.size(), patch.minimum(), patch.maximum()));
    }
    this.fields = List.copyOf(fieldHandles);
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
  public List<FieldSlot> fields() {
    return fields;
  }

  /** The dispatch and its kernel, for messages. */
  String description() {
    return description;
  }

  @Nullable
  Grid grid() {
    return grid;
  }

  /** Whether there is nothing to do: the amount of work is zero. */
  boolean isEmpty() {
    return empty;
  }

  int parameters() {
    return views.length;
  }

  ViewRules rules() {
    return rules;
  }

  /** The constant of this parameter, or null where it is none. */
  @Nullable
  StructValue constant(int parameter) {
    return constants[parameter];
  }

  Access access(int parameter) {
    return java.util.Objects.requireNonNull(accesses[parameter]);
  }

  /** Puts the views of a dispatch into {@code target}, by parameter; throws everything that is wrong with them. */
  void resolve(@Nullable SlotValues values, @Nullable BufferView[] target, boolean fieldsToo) {
    boolean right = !pipeline.isStale();
    for (int i = 0; i < views.length; i++) {
      BufferView view = views[i];
      if (slotIndices[i] != NO_SLOT) {
        view = values == null ? null : values.view(slotIndices[i]);
        right &= view != null;
      }
      target[i] = view;
    }
    for (int i = 0; fieldsToo && i < places.length; i++) {
      right &= values != null && values.isGiven(i);
    }
    if (!right || !rules.hold(target, null)) {
      throw refusal(values, target, fieldsToo);
    }
  }

  private InvalidCallException refusal(
      @Nullable SlotValues values, @Nullable BufferView[] target, boolean fieldsToo) {
    Problems problems = new Problems("dispatch " + description);
    if (pipeline.isStale()) {
      problems.add(pipeline.staleProblem("bake")
          .remedy("take the pipeline from the registry again and bake it"));
    }
    for (Slot slot : slots) {
      if (values == null || values.view(slot.index()) == null) {
        problems.add(Problem.of(Codes.BIND_MISSING, "slot '" + slot.name() + "' is empty")
            .remedy("set it in the record's SlotValues"));
      }
    }
    for (FieldSlot field : fields) {
      if (fieldsToo && (values == null || !values.isGiven(field.index()))) {
        problems.add(Problem.of(Codes.PATCH_RANGE, "field '" + field.name() + "' is not given")
            .expected(field.minimum() + " to " + field.maximum(), "no value")
            .remedy("set it in the record's SlotValues"));
      }
    }
    rules.hold(target, problems);
    return new InvalidCallException(problems.list());
  }

  /**
   * Encodes this dispatch with these views, which were found right.
   *
   * @param fieldMap for each of this record's fields its index in {@code values}, or null for the same index
   */
  void encode(
      DevicePort.Encoder encoder, @Nullable BufferView[] resolved, @Nullable SlotValues values,
      int @Nullable [] fieldMap,
      ConstantScratch scratch) {
    encoder.setPipeline(pipeline.devicePipeline());
    for (int i = 0; i < resolved.length; i++) {
      BufferView view = resolved[i];
      StructValue constant = constants[i];
      if (view != null) {
        encoder.setBuffer(i, ((SupportBuffer) view.buffer()).memory(), view.offsetBytes(),
            rules.touchedBytes(i, view),
            access(i));
      } else if (constant != null) {
        MemorySegment bytes =
            isPatched(i) ? patched(i, values, fieldMap, scratch) : constant.bytes();
        if (large[i]) {
          encoder.setLargeConstant(i, bytes, constant.layout().sizeBytes());
        } else {
          encoder.setConstant(i, bytes, constant.layout().sizeBytes());
        }
      }
    }
    encoder.dispatch(grid, description);
  }

  /** Whether a constant has patchable fields. */
  boolean isPatched(int parameter) {
    for (Place place : places) {
      if (place.parameter == parameter) {
        return true;
      }
    }
    return false;
  }

  /** The bytes of a constant with the fields of this run, in the scratch memory. */
  MemorySegment patched(
      int parameter, @Nullable SlotValues values, int @Nullable [] fieldMap,
      ConstantScratch scratch) {
    StructValue constant = java.util.Objects.requireNonNull(constants[parameter]);
    scratch.load(constant);
    for (int f = 0; f < places.length; f++) {
      if (places[f].parameter == parameter && values != null) {
        scratch.put(places[f].field, values.value(fieldMap == null ? f : fieldMap[f]));
      }
    }
    return scratch.memory();
  }

  /** This dispatch with these views as data. */
  Command command(@Nullable BufferView[] resolved, boolean barrierBefore) {
    Map<String, BufferView> bound = new LinkedHashMap<>();
    Map<String, StructValue> values = new LinkedHashMap<>();
    for (int i = 0; i < resolved.length; i++) {
      BufferView view = resolved[i];
      StructValue constant = constants[i];
      String name = pipeline.declaration().parameters().get(i).name();
      if (view != null) {
        // What a command may touch, not how long the view is: that is what reaches the device.
        bound.put(name, view.slice(0, rules.touched(i)));
      } else if (constant != null) {
        values.put(name, constant);
      }
    }
    return new Command(pipeline.key(), bound, values, fields.stream().map(FieldSlot::name).toList(),
        grid,
        barrierBefore);
  }
}
