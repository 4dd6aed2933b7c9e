package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * The handle of a slot for a view, looked up once so that running looks nothing up.
 *
 * @param owner what it belongs to
 * @param name a record's parameter, or the name that a capture gave it
 * @param index its place among the owner's slots
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Slot(Slotted owner, String name, int index) {
  @Override
  public String toString() {
    return "slot '" + name + "' of '" + owner.label() + "'";
  }
}
