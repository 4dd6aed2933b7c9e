package dev.assay.backend.support;

import dev.assay.spi.backend.DispatchRecord;
import dev.assay.spi.backend.Pipeline;
import dev.assay.spi.backend.Slotted;
import dev.assay.spi.error.Codes;
import dev.assay.spi.error.ErrorCode;
import dev.assay.spi.error.InvalidCallException;
import dev.assay.spi.error.Problem;
import org.jspecify.annotations.Nullable;

/** What an encoder and a capture ask of every call: right thread, not used up, things of the same backend. */
final class DispatchChecks {
  private final SupportBackend backend;
  private final String kind;
  private final String label;
  private Thread owner = Thread.currentThread();
  private @Nullable String ended;

  /** Checks for something of this kind, such as an {@code encoder}, on this thread. */
  DispatchChecks(SupportBackend backend, String kind, String label) {
    this.backend = backend;
    this.kind = kind;
    this.label = label;
  }

  private String what() {
    return kind + " '" + label + "'";
  }

  /** Starts another use, on this thread. */
  void begin() {
    owner = Thread.currentThread();
    ended = null;
  }

  /** Ends the use: {@code how} is {@code closed}, {@code committed} or {@code finished}. */
  void end(String how) {
    ended = how;
  }

  boolean isEnded() {
    return ended != null;
  }

  void usable(String action) {
    backend.checkUsable(action);
    if (Thread.currentThread() != owner) {
      throw refused(Codes.THREAD, what() + " is used by another thread than the one that made it",
          action)
          .apply(owner.toString(), Thread.currentThread().toString(), "make one per thread");
    }
    if (ended != null) {
      throw refused(ended.equals("closed") ? Codes.CLOSED : Codes.COMMITTED,
          what() + " is " + ended,
          action)
          .apply("one that is still open", ended, "take a new one");
    }
  }

  SupportPipeline own(Pipeline pipeline) {
    if (pipeline instanceof SupportPipeline mine && mine.backend() == backend) {
      return mine;
    }
    throw refused(Codes.BIND_FOREIGN, "pipeline " + pipeline.key() + " belongs to another device",
        "dispatch in " + what())
        .apply("a pipeline from this backend's registry", "one from another", null);
  }

  BakedDispatch own(Slotted slotted) {
    if (slotted instanceof BakedDispatch mine && mine.pipeline().backend() == backend) {
      return mine;
    }
    if (slotted instanceof DispatchRecord record) {
      own(record.pipeline());
      return (BakedDispatch) record;
    }
    throw refused(Codes.BIND_TYPE, "'" + slotted.label() + "' is no record",
        "dispatch in " + what())
        .apply("values of a dispatch record", "values of a schedule", "use replay or execute");
  }

  private interface Refusal {
    InvalidCallException apply(String expected, String actual, @Nullable String remedy);
  }

  private static Refusal refused(ErrorCode code, String sentence, String where) {
    return (expected, actual, remedy) -> {
      Problem problem = Problem.of(code, sentence).at(where).expected(expected, actual);
      return new InvalidCallException(remedy == null ? problem : problem.remedy(remedy));
    };
  }
}
