package dev.assay.spi.backend;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The views for the slots of one record, reusable so that a dispatch allocates nothing. Not thread-safe. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SlotValues {
  private final DispatchRecord record;
  private final @Nullable BufferView[] views;

  /** Values for this many slots of a record; users call {@link DispatchRecord#newValues()}. */
  public SlotValues(DispatchRecord record, int slots) {
    this.record = record;
    this.views = new BufferView[slots];
  }

  /** The record that these values are for. */
  public DispatchRecord record() {
    return record;
  }

  /** Fills a slot; it must be one of this record's. */
  public SlotValues set(Slot slot, BufferView view) {
    if (!slot.record().equals(record)) {
      throw new InvalidCallException(
          Problem
              .of(Codes.BIND_FOREIGN, "slot '" + slot.parameter() + "' belongs to another record")
              .expected("a slot of '" + record.label() + "'",
                  "a slot of '" + slot.record().label() + "'"));
    }
    views[slot.index()] = view;
    return this;
  }

  /** The view in the slot of this index, or null while it is empty. */
  public @Nullable BufferView view(int index) {
    return views[index];
  }
}
