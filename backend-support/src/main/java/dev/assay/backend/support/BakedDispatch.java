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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A record: arrays by the parameter's place in the declaration, resolved once, read at every dispatch. */
final class BakedDispatch implements DispatchRecord {
  /** Where a patchable field lies. */
  private record Place(int parameter, StructLayout.Field field) {}

  private final SupportPipeline pipeline;
  private final String label;
  private final String description;
  private final Signature signature;
  private final ParameterForm form;
  private final @Nullable BufferView[] views;
  private final @Nullable StructValue[] constants;
  private final int[] slotPlaces;
  private final List<Slot> slots;
  private final List<FieldSlot> fields;
  private final Place[] places;
  private final Access[] accesses;
  // The bytes of the constants that have patchable fields, by parameter.
  private final byte[] @Nullable [] patchedBytes;
  private final ViewRules rules;
  private final @Nullable Grid grid;
  private final boolean empty;
  // The submission that counted all it uses last, so that the next dispatch in it counts nothing.
  private long countedBy;

  BakedDispatch(
      SupportPipeline pipeline,
      String label,
      @Nullable BufferView[] views,
      @Nullable StructValue[] constants,
      List<Integer> slotPlaces,
      List<Corners.Patch> patches,
      ViewRules rules,
      @Nullable Grid grid,
      boolean empty) {
    this.pipeline = pipeline;
    this.label = label;
    this.description = "'" + label + "' of " + pipeline;
    this.signature = pipeline.signature();
    this.form = pipeline.baking().form();
    this.views = views;
    this.constants = constants;
    this.rules = rules;
    this.grid = grid;
    this.empty = empty;
    this.slotPlaces = new int[slotPlaces.size()];
    Slot[] slotHandles = new Slot[slotPlaces.size()];
    for (int i = 0; i < slotHandles.length; i++) {
      this.slotPlaces[i] = slotPlaces.get(i);
      slotHandles[i] = new Slot(this, signature.parameter(this.slotPlaces[i]).name(), i);
    }
    this.slots = List.of(slotHandles);
    FieldSlot[] fieldHandles = new FieldSlot[patches.size()];
    this.places = new Place[patches.size()];
    this.patchedBytes = new byte[views.length][];
    for (int i = 0; i < fieldHandles.length; i++) {
      Corners.Patch patch = patches.get(i);
      StructValue value = Objects.requireNonNull(constants[patch.place()]);
      places[i] = new Place(patch.place(), value.layout().field(patch.field()).orElseThrow());
      patchedBytes[patch.place()] = value.bytes().toArray(ValueLayout.JAVA_BYTE);
      fieldHandles[i] = new FieldSlot(this, patch.name(), i, patch.minimum(), patch.maximum());
    }
    this.fields = List.of(fieldHandles);
    this.accesses = new Access[views.length];
    for (int place : signature.buffers()) {
      accesses[place] = access(signature.access(place), !patches.isEmpty());
    }
  }

  /** Below the bound of a patched size a run writes less than all that it may. */
  private static Access access(Access declared, boolean isPatched) {
    return declared == Access.WRITE_ALL && isPatched ? Access.WRITE_SOME : declared;
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

  /** What a run does to this parameter, which is a buffer that exists. */
  Access access(int parameter) {
    return accesses[parameter];
  }

  /**
   * The views of a dispatch by parameter; throws everything that is wrong with them.
   *
   * @param scratch where they are put together, when there are slots
   * @param fieldsToo whether patchable fields must be given
   */
  @Nullable
  BufferView[] resolve(@Nullable SlotValues values, @Nullable BufferView[] scratch,
      boolean fieldsToo) {
    boolean right = !pipeline.isStale();
    for (int i = 0; fieldsToo && i < places.length; i++) {
      right &= values != null && values.isGiven(i);
    }
    if (isFixed()) {
      if (!right || !rules.areOpen(views)) {
        throw refusal(values, views, fieldsToo);
      }
      return views;
    }
    // One by one: a call for an array of references costs more than the few that there are.
    for (int place : signature.buffers()) {
      put(scratch, place, views[place]);
    }
    for (int i = 0; i < slotPlaces.length; i++) {
      BufferView view = values == null ? null : values.view(i);
      right &= view != null;
      put(scratch, slotPlaces[i], view);
    }
    if (!right || !rules.hold(scratch)) {
      throw refusal(values, scratch, fieldsToo);
    }
    return scratch;
  }

  /** Storing a reference costs more than seeing that it is there already, as it mostly is. */
  @SuppressWarnings("ReferenceEquality")
  private static void put(@Nullable BufferView[] scratch, int place, @Nullable BufferView view) {
    if (scratch[place] != view) {
      scratch[place] = view;
    }
  }

  /** Whether every buffer is baked. */
  boolean isFixed() {
    return slotPlaces.length == 0;
  }

  /** Whether these uses were the last that counted its buffers and pipeline; a lost race says no. */
  boolean isCountedBy(long submission) {
    return countedBy == submission;
  }

  void countedBy(long submission) {
    countedBy = submission;
  }

  private InvalidCallException refusal(
      @Nullable SlotValues values, @Nullable BufferView[] resolved, boolean fieldsToo) {
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
    rules.judge(resolved, problems);
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
    for (int place : signature.buffers()) {
      BufferView view = resolved[place];
      if (view != null) {
        encoder.setBuffer(place, ((SupportBuffer) view.buffer()).memory(), view.offsetBytes(),
            rules.touchedBytes(place), access(place));
      }
    }
    for (int place : signature.constants()) {
      StructValue constant = constants[place];
      if (constant != null) {
        MemorySegment bytes =
            isPatched(place) ? patched(place, values, fieldMap, scratch) : constant.bytes();
        if (form.isLarge(place)) {
          encoder.setLargeConstant(place, bytes, constant.layout().sizeBytes());
        } else {
          encoder.setConstant(place, bytes, constant.layout().sizeBytes());
        }
      }
    }
    encoder.dispatch(grid, description);
  }

  /** Whether a constant has patchable fields. */
  boolean isPatched(int parameter) {
    return patchedBytes[parameter] != null;
  }

  /** The bytes of a constant with the fields of this run, in the scratch memory. */
  MemorySegment patched(
      int parameter, @Nullable SlotValues values, int @Nullable [] fieldMap,
      ConstantScratch scratch) {
    scratch.load(Objects.requireNonNull(patchedBytes[parameter]));
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
      String name = signature.parameter(i).name();
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
