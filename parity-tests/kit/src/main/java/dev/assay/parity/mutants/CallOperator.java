package dev.assay.parity.mutants;

import dev.assay.spi.backend.Backend;
import dev.assay.spi.backend.BufferView;
import dev.assay.spi.backend.CommandQueue;
import dev.assay.spi.backend.Encoder;
import dev.assay.spi.backend.Execution;
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
import java.util.concurrent.atomic.AtomicBoolean;
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
      return List.of("dispatch", "execute", SUBMIT);
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
      Map<String, Changed.Call> pending =
          Map.of("status", (method, real, arguments) -> Submission.Status.PENDING);
      Backend encoding = Changed.encoders(backend,
          encoder -> Changed.of(Encoder.class, encoder, Map.of("commit",
              (method, own, none) -> Changed.of(Submission.class,
                  Changed.made(Submission.class, method, own, none), pending))));
      return Changed.executions(encoding, (queue, label, values) -> Changed
          .of(Execution.class, queue.execution(label, values), pending));
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
      if (call.equals(SUBMIT)) {
        return Changed.executions(backend, CallOperator::unsubmitted);
      }
      return Changed.of(Backend.class, backend, Map.of("newQueue", (newQueue, real, label) -> {
        CommandQueue queue = Changed.made(CommandQueue.class, newQueue, real, label);
        return Changed.of(CommandQueue.class, queue,
            Map.of("encoder", (method, own, name) -> uncommitted(queue)));
      }));
    }

    @Override
    List<String> calls() {
      return List.of("commit", SUBMIT);
    }
  },
  /** What is submitted again runs the first time alone. */
  FIRST_SUBMISSION_ALONE {
    @Override
    Backend apply(Backend backend, String call) {
      return Changed.executions(backend, (queue, label, values) -> {
        AtomicBoolean submitted = new AtomicBoolean();
        Execution real = queue.execution(label, values);
        return Changed.of(Execution.class, real, Map.of(SUBMIT, (method, own, none) -> submitted
            .getAndSet(true) ? null : Changed.call(method, own, none)));
      });
    }

    @Override
    List<String> calls() {
      return List.of(SUBMIT);
    }
  };

  private static final String SUBMIT = "submit";

  /** An encoder whose commit commits nothing. */
  private static Encoder uncommitted(CommandQueue queue) {
    Encoder encoder = queue.encoder("work");
    return Changed.of(Encoder.class, encoder, Map.of("commit", (method, own, none) -> {
      encoder.close();
      return queue.encoder("nothing").commit();
    }));
  }

  /** An execution that submits nothing, and whose last submission has completed. */
  private static Execution unsubmitted(CommandQueue queue, String label, SlotValues values) {
    Changed.Call nothing = (method, own, arguments) -> null;
    return Changed.of(Execution.class, queue.execution(label, values), Map.of(SUBMIT, nothing,
        "await", nothing, "status", (method, own, none) -> Submission.Status.COMPLETED));
  }

  /** The backend with this wrong about one of the calls to its encoders or executions. */
  abstract Backend apply(Backend backend, String call);

  /** The calls that can be wrong so. */
  List<String> calls() {
    return List.of("dispatch", "replay", "execute", SUBMIT);
  }

  /** The name in reports, such as {@code earlier-values}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Backend withValues(Backend backend, String call,
      UnaryOperator<SlotValues> change) {
    if (call.equals(SUBMIT)) {
      return Changed.executions(backend, (queue, label, values) -> submitting(queue, label, values,
          change));
    }
    return Changed.encoders(backend, encoder -> Changed.of(Encoder.class, encoder,
        Map.of(call, (method, real, arguments) -> {
          if (arguments[0] instanceof SlotValues values) {
            arguments[0] = change.apply(values);
          }
          return Changed.call(method, real, arguments);
        })));
  }

  /** An execution that takes other values at each submission. */
  private static Execution submitting(CommandQueue queue, String label, SlotValues values,
      UnaryOperator<SlotValues> change) {
    SlotValues taken = values.owner().newValues();
    return Changed.of(Execution.class, queue.execution(label, taken),
        Map.of(SUBMIT, (method, own, none) -> {
          copy(change.apply(values), taken, view -> view);
          return Changed.call(method, own, none);
        }));
  }

  private static SlotValues copied(SlotValues values, UnaryOperator<BufferView> change) {
    return copy(values, values.owner().newValues(), change);
  }

  private static SlotValues copy(SlotValues values, SlotValues into,
      UnaryOperator<BufferView> change) {
    for (Slot slot : values.owner().slots()) {
      BufferView view = values.view(slot.index());
      if (view != null) {
        into.set(slot, change.apply(view));
      }
    }
    for (FieldSlot field : values.owner().fields()) {
      if (values.isGiven(field.index())) {
        into.set(field, values.value(field.index()));
      }
    }
    return into;
  }
}
