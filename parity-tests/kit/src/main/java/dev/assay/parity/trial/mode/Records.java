package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Patch;
import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.Bindings;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** Records and schedules made from the first round of a stage, to be given other rounds' views and values. */
final class Records {
  private Records() {}

  /** A record of the first round: a slot for every buffer that is asked for, the patch open. */
  static DispatchRecord record(Stage stage, Predicate<String> isSlot) {
    Arrangement model = stage.rounds().getFirst();
    Bindings bindings = model.constants();
    for (Map.Entry<String, BufferView> each : model.views().entrySet()) {
      if (isSlot.test(each.getKey())) {
        bindings.slot(each.getKey());
      } else {
        bindings.buffer(each.getKey(), each.getValue());
      }
    }
    stage.patch().ifPresent(patch -> patch.open(bindings));
    return stage.pipeline().bake(bindings, "record");
  }

  /** Puts a round's views into a record's slots, and the round's value into its field. */
  static SlotValues fill(Stage stage, SlotValues values, Arrangement round) {
    return patch(stage, fill(values, round.views()), round);
  }

  /** Puts these views into a record's slots. */
  static SlotValues fill(SlotValues values, Map<String, BufferView> views) {
    values.owner()
        .slots()
        .forEach(slot -> values.set(slot, Objects.requireNonNull(views.get(slot.name()))));
    return values;
  }

  /** Puts the round's value into the field, where there is one. */
  static SlotValues patch(Stage stage, SlotValues values, Arrangement round) {
    Slotted owner = values.owner();
    stage.patch()
        .ifPresent(patch -> values.set(owner.field(Patch.NAME), patch.value(round.content())));
    return values;
  }
}
