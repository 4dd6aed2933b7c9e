package dev.assay.parity.trial.mode;

import dev.assay.parity.trial.Arrangement;
import dev.assay.parity.trial.Stage;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.Capture;
import dev.assay.spi.backend.CompiledSchedule;
import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Schedule;
import dev.assay.spi.backend.SlotValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Schedules of a dispatch for each of some rounds, with a slot for every view. A slot is one element longer than the view
 * and only its slice is bound, so that slices of slots are tried too.
 */
final class Schedules {
  /** Segments of one command or more, and direct dispatch for what the device refuses. */
  static final CompiledSchedule.Options WHERE_POSSIBLE =
      new CompiledSchedule.Options(1, true, false, false);

  private Schedules() {}

  /** A dispatch for each round; where there are several, before the first goes a decoy that it must overwrite. */
  static Schedule capture(Stage stage, List<Arrangement> rounds) {
    Capture capture = stage.backend().capture("trial");
    DispatchRecord record = Records.record(stage, name -> true);
    Map<BufferView, BufferView> slots = new LinkedHashMap<>();
    for (int i = 0; i < rounds.size(); i++) {
      slotNames(rounds.get(i), i).forEach((view, name) -> slots.put(view,
          capture.slot(name, view.dtype(), view.count() + 1).slice(1, view.count())));
    }
    if (rounds.size() > 1) {
      rounds.get(0)
          .decoy(rounds.get(1))
          .ifPresent(views -> dispatch(capture, record, slots, views));
    }
    rounds.forEach(round -> dispatch(capture, record, slots, round.views()));
    return capture.finish();
  }

  private static void dispatch(Capture capture, DispatchRecord record,
      Map<BufferView, BufferView> slots, Map<String, BufferView> views) {
    SlotValues values = record.newValues();
    views.forEach((parameter, view) -> values.set(record.slot(parameter),
        Objects.requireNonNull(slots.get(view))));
    capture.dispatch(values);
  }

  /** Puts the views of a round into the slots of the dispatch at this place. */
  static void fill(SlotValues values, Arrangement round, int place) {
    slotNames(round, place).forEach(
        (view, name) -> values.set(values.owner().slot(name), view.buffer()
            .view(view.dtype(), view.offsetBytes() - view.dtype().sizeBytes(), view.count() + 1)));
  }

  /** One name for each view: parameters that share one are in place only when they share its slot. */
  private static Map<BufferView, String> slotNames(Arrangement round, int place) {
    Map<BufferView, String> names = new LinkedHashMap<>();
    round.views()
        .forEach((parameter, view) -> names.putIfAbsent(view, parameter + " of step " + place));
    return names;
  }
}
