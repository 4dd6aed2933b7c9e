package dev.assay.parity.mutants;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.FieldSlot;
import dev.assay.spi.backend.Slot;
import dev.assay.spi.backend.SlotValues;
import dev.assay.spi.backend.Slotted;
import dev.assay.spi.backend.Submission;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A way in which what stands between the caller and the device can serve the caller wrongly. */
enum CallOperator {
  /** A run with slots takes the views and fields of the run before. */
  EARLIER_VALUES {
    @Override
    Backend apply(Backend backend, String call) {
      Map<Slotted, SlotValues> before = new HashMap<>();
      return withValues(backend, call, values -> {
        SlotValues now = copied(values, view -> view);
        SlotValues earlier = before.put(values.owner(), now);
        return earlier == null ? now : earlier;
      });
    }

    @Override
    List<String> calls() {
      // A schedule is replayed once in a trial.
      return List.of("dispatch", "execute");
    }
  },
  /** A view in a slot begins where its buffer begins. */
  IGNORED_OFFSETS {
    @Override
    Backend apply(Backend backend, String call) {
      return withValues(backend, call, values -> copied(values,
          view -> view.buffer().view(view.dtype(), 0, view.count())));
    }
  },
  /** What was waited for counts as pending. */
  PENDING_AFTER_WAIT {
    @Override
    Backend apply(Backend backend, String call) {
      return Changed.submissions(backend,
          submission -> Changed.of(Submission.class, submission, Map.of("status",
              (method, real, arguments) -> Submission.Status.PENDING)));
    }

    @Override
    List<String> calls() {
      return List.of("status");
    }
  },
  /** Only the first step of a compiled schedule runs. */
  FIRST_STEP_ALONE {
    @Override
    Backend apply(Backend backend, String call) {
      return Changed.encoders(backend,
          encoder -> Changed.of(Encoder.class, encoder, Map.of("execute",
              (method, real, arguments) -> {
                encoder.execute((SlotValues) Objects.requireNonNull(arguments[0]), 0, 1);
                return null;
              })));
    }

    @Override
    List<String> calls() {
      return List.of("execute");
    }
  },
  /** A commit runs nothing, and its submission completes. */
  EMPTY_COMMIT {
    @Override
    Backend apply(Backend backend, String call) {
      return Changed.of(Backend.class, backend, Map.of("newQueue", (newQueue, real, label) -> {
        CommandQueue queue = Changed.made(CommandQueue.class, newQueue, real, label);
        return Changed.of(CommandQueue.class, queue,
            Map.of("encoder", (method, own, name) -> uncommitted(queue)));
      }));
    }

    @Override
    List<String> calls() {
      return List.of("commit");
    }
  };

  /** An encoder whose commit commits nothing. */
  private static Encoder uncommitted(CommandQueue queue) {
    Encoder encoder = queue.encoder("work");
    return Changed.of(Encoder.class, encoder, Map.of("commit", (method, own, none) -> {
      encoder.close();
      return queue.encoder("nothing").commit();
    }));
  }

  /** The backend with this wrong about one of its encoders' calls. */
  abstract Backend apply(Backend backend, String call);

  /** The calls that can be wrong so. */
  List<String> calls() {
    return List.of("dispatch", "replay", "execute");
  }

  /** The name in reports, such as {@code earlier-values}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Backend withValues(Backend backend, String call,
      UnaryOperator<SlotValues> change) {
    return Changed.encoders(backend, encoder -> Changed.of(Encoder.class, encoder,
        Map.of(call, (method, real, arguments) -> {
          if (arguments[0] instanceof SlotValues values) {
            arguments[0] = change.apply(values);
          }
          return Changed.call(method, real, arguments);
        })));
  }

  private static SlotValues copied(SlotValues values, UnaryOperator<BufferView> change) {
    SlotValues copy = values.owner().newValues();
    for (Slot slot : values.owner().slots()) {
      BufferView view = values.view(slot.index());
      if (view != null) {
        copy.set(slot, change.apply(view));
      }
    }
    for (FieldSlot field : values.owner().fields()) {
      if (values.isGiven(field.index())) {
        copy.set(field, values.value(field.index()));
      }
    }
    return copy;
  }
}
