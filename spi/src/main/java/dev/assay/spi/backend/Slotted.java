package dev.assay.spi.backend;

import dev.assay.spi.error.Codes;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.NearestNames;
import dev.assay.spi.error.Problem;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Something prepared once and run many times: a {@link DispatchRecord}, a {@link Schedule}, a {@link CompiledSchedule}.
 * What changes between runs are the views in its slots and the values of its patchable fields. Immutable; shared freely
 * between threads.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Slotted {
  /** Names it in messages and traces. */
  String label();

  /** The slots, in order. */
  List<Slot> slots();

  /** The patchable fields, in order. */
  List<FieldSlot> fields();

  /** The slot of this name; an unknown name is an error that offers the nearest ones. */
  default Slot slot(String name) {
    return slots().stream()
        .filter(slot -> slot.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown("slot", name, slots().stream().map(Slot::name).toList()));
  }

  /** The patchable field of this name; an unknown name is an error that offers the nearest ones. */
  default FieldSlot field(String name) {
    return fields().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown("patchable field", name,
            fields().stream().map(FieldSlot::name).toList()));
  }

  /** New, empty values, to be filled and used again and again. */
  default SlotValues newValues() {
    return new SlotValues(this);
  }

  private InvalidCallException unknown(String kind, String name, List<String> known) {
    return new InvalidCallException(
        Problem.of(Codes.BIND_UNKNOWN, "'" + label() + "' has no " + kind + " '" + name + "'")
            .at("look-up of a " + kind)
            .remedy(NearestNames.advice(name, known)));
  }
}
