package dev.assay.spi.backend;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The views and field values of one run, reusable so that running allocates nothing. What a run takes it copies: the
 * values may be changed as soon as the call returns. Not thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SlotValues {
  private final Slotted owner;
  private final @Nullable BufferView[] views;
  private final long[] values;
  private final boolean[] given;

  /** Empty values for this owner; users call {@link Slotted#newValues()}. */
  public SlotValues(Slotted owner) {
    this.owner = owner;
    this.views = new BufferView[owner.slots().size()];
    this.values = new long[owner.fields().size()];
    this.given = new boolean[values.length];
  }

  /** What these values are for. */
  public Slotted owner() {
    return owner;
  }

  /** Fills a slot; it must be one of this owner's. */
  public SlotValues set(Slot slot, BufferView view) {
    if (!slot.owner().equals(owner)) {
      throw foreign(slot, slot.owner(), "slot(\"" + slot.name() + "\")");
    }
    views[slot.index()] = view;
    return this;
  }

  /** Sets a patchable field; it must be one of this owner's and the value within its bounds. */
  public SlotValues set(FieldSlot field, long value) {
    if (!field.owner().equals(owner)) {
      throw foreign(field, field.owner(), "field(\"" + field.name() + "\")");
    }
    if (value < field.minimum() || value > field.maximum()) {
      throw new InvalidCallException(Problem.of(Codes.PATCH_RANGE, field + " cannot be " + value)
          .at("values of '" + owner.label() + "'")
          .expected(field.minimum() + " to " + field.maximum(), Long.toString(value))
          .remedy("bake with wider bounds"));
    }
    values[field.index()] = value;
    given[field.index()] = true;
    return this;
  }

  /** The view in the slot of this index, or null while it is empty. */
  public @Nullable BufferView view(int index) {
    return views[index];
  }

  /** Whether the field of this index was set. */
  public boolean isGiven(int index) {
    return given[index];
  }

  /** The value of the field of this index. */
  public long value(int index) {
    return values[index];
  }

  /** A schedule and what was compiled of it have the same label: only their kinds tell them apart. */
  private InvalidCallException foreign(Record handle, Slotted belongsTo, String lookUp) {
    String wanted = describe(owner);
    String actual = describe(belongsTo);
    return new InvalidCallException(
        Problem.of(Codes.BIND_FOREIGN, handle + " belongs to something else")
            .at("values of " + wanted)
            .expected("a handle of " + wanted,
                "one of " + (actual.equals(wanted) ? "another " : "") + actual)
            .remedy("take it from what the values are for: values.owner()." + lookUp));
  }

  private static String describe(Slotted slotted) {
    String kind = switch (slotted) {
      case CompiledSchedule compiled -> "compiled schedule ";
      case Schedule schedule -> "schedule ";
      case DispatchRecord record -> "record ";
      default -> "";
    };
    return kind + "'" + slotted.label() + "'";
  }
}
