package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * The handle of a patchable field: an integer of a constant that may differ from run to run, within bounds that were
 * stated when it was baked. Grid, touched ranges and limits were judged at the bounds.
 *
 * @param owner what it belongs to
 * @param name the name that {@link Bindings#patchable} gave it
 * @param index its place among the owner's fields
 * @param minimum the least value
 * @param maximum the greatest value
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record FieldSlot(Slotted owner, String name, int index, long minimum, long maximum) {
  @Override
  public String toString() {
    return "field '" + name + "' of '" + owner.label() + "'";
  }
}
