package dev.assay.runtime.discovery;

import dev.assay.runtime.discovery.BackendEntry.State;
import dev.assay.spi.provider.Availability;
import dev.assay.spi.provider.BackendProvider;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks one provider for its id, its rank and whether it works here, on a thread of its own: a provider that throws, is
 * silent or hangs costs nobody but itself. The thread of a provider that hangs stays behind as a daemon.
 */
final class BackendExaminer {
  /**
   * A provider's answers.
   *
   * @param entry what to report
   * @param provider the provider, null unless it kept to its contract
   */
  record Result(BackendEntry entry, @Nullable BackendProvider provider) {}

  private final Candidate.Loadable<BackendProvider> candidate;
  private final FutureTask<Result> task = new FutureTask<>(this::ask);
  // What is known so far, for the report on a provider that fails half-way.
  private volatile @Nullable String id;
  private volatile @Nullable Integer rank;

  private BackendExaminer(Candidate.Loadable<BackendProvider> candidate) {
    this.candidate = candidate;
  }

  /** Starts asking and returns at once. */
  static BackendExaminer start(Candidate.Loadable<BackendProvider> candidate) {
    BackendExaminer examiner = new BackendExaminer(candidate);
    Thread.ofPlatform().daemon().name("assay-probe " + candidate.className()).start(examiner.task);
    return examiner;
  }

  /** Waits for the answers until the deadline, a value of {@link System#nanoTime()}. */
  Result await(long deadlineNanos, Duration limit) {
    try {
      return task.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      task.cancel(true);
      return refused(State.UNAVAILABLE,
          "its provider did not answer within " + limit.toMillis() + " ms");
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      boolean linkage = cause instanceof LinkageError || cause.getCause() instanceof LinkageError;
      return refused(linkage ? State.INCOMPATIBLE : State.UNAVAILABLE,
          "its provider failed: " + Reasons.of(cause));
    } catch (InterruptedException interrupted) {
      task.cancel(true);
      Thread.currentThread().interrupt();
      return refused(State.UNAVAILABLE, "the thread was interrupted while its provider was asked");
    }
  }

  private Result ask() {
    BackendProvider provider = candidate.instance().get();
    // The contract forbids null here and below, which binds nobody outside this build.
    @Nullable String stated = provider.id();
    if (stated == null || stated.isBlank()) {
      return refused(State.UNAVAILABLE, "its provider states no id");
    }
    id = stated;
    int ranked = provider.rank();
    rank = ranked;
    @Nullable Availability availability = provider.probe();
    return switch (availability) {
      case Availability.Usable(@Nullable String device, _, _) when device == null
          || device.isBlank() ->
          refused(State.UNAVAILABLE, "its provider names no device");
      case Availability.Usable(String device, _, _) ->
          new Result(BackendEntry.usable(stated, candidate.origin(), ranked, device), provider);
      case Availability.Unavailable(String reason) ->
          new Result(refused(State.UNAVAILABLE, reason).entry(), provider);
      case null -> refused(State.UNAVAILABLE, "its provider answered a probe with null");
    };
  }

  private Result refused(State state, String reason) {
    String known = id;
    return new Result(
        BackendEntry.refused(known == null ? candidate.className() : known, candidate.origin(),
            state, reason, rank),
        null);
  }
}
